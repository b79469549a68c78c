/**
 * Loaded into n8n and all it starts before anything else: no connection leaves this machine. Each try is refused, and
 * written into the file that ONLY_THIS_MACHINE names.
 */
'use strict';
const { appendFileSync } = require('node:fs');
const dgram = require('node:dgram');
const net = require('node:net');

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
