/** The names by which a browser on this machine calls it. */
export const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host, as it stands in an address or alone, is this machine. */
export const isThisMachine = (host: string) =>
	/^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
