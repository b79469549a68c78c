/**
 * Loaded into n8n and all it starts before anything else: no connection leaves this machine. Each try is refused, and
 * written into the file that ONLY_THIS_MACHINE names. The clock is ahead by the milliseconds in the file of CLOCK_AHEAD.
 */
'use strict';
const { appendFileSync, readFileSync } = require('node:fs');
const dgram = require('node:dgram');
const net = require('node:net');
const vm = require('node:vm');

const isOwn = (host) => /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i.test(host);

function refuse(host) {
	const file = process.env.ONLY_THIS_MACHINE;
	if (file) appendFileSync(file, `${host}\n`);
	return Object.assign(new Error(`The check lets nothing out: ${host}`), { code: 'ECONNREFUSED' });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
	const [first] = Array.isArray(args[0]) ? args[0] : args;
	const options = first && typeof first === 'object' ? first : { port: first, host: args[1] };
	const host = options.host ?? 'localhost';
	if (options.path || isOwn(String(host))) return connect.apply(this, args);
	process.nextTick(() => this.destroy(refuse(String(host))));
	return this;
};

const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function (...args) {
	const host = args.findLast((one) => typeof one === 'string') ?? 'localhost';
	if (isOwn(host)) return send.apply(this, args);
	throw refuse(host);
};

const RealDate = Date;
const realNow = Date.now.bind(Date);
let ahead = 0;
let readAt = 0;
function now() {
	const real = realNow();
	if (Math.abs(real - readAt) > 50) {
		readAt = real;
		try {
			ahead = Number(readFileSync(process.env.CLOCK_AHEAD, 'utf8')) || 0;
		} catch {}
	}
	return real + ahead;
}

/** A Date whose now is another one; that of a Code node's own world too. */
const shifted = (OwnDate) =>
	new Proxy(OwnDate, {
		construct: (target, args, as) =>
			Reflect.construct(target, args.length > 0 ? args : [now()], as),
		apply: (target) => new target(now()).toString(),
		get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
	});
globalThis.Date = shifted(RealDate);

const { createContext } = vm;
vm.createContext = function (...args) {
	const context = createContext.apply(this, args);
	const own = vm.runInContext('Date', context);
	if (own !== globalThis.Date) context.Date = shifted(own);
	return context;
};
