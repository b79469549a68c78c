import { getCACertificates, setDefaultCACertificates } from 'node:tls';

// Test only: made for test/support/answeringServer.ts, worth nothing anywhere else. A fixed one, since
// Node.js cannot make a certificate and openssl is not on every machine. It is valid until 2126.

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUAfe8eIzHFZlSyQXmcxVtY5nvkX8wCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWVGVzdCBvbmx5LCBuZXZlciB0cnVzdDAgFw0yNjExMjEwMzMz
MjZaGA8yMTI2MTAyODAzMzMyNlowITEfMB0GA1UEAwwWVGVzdCBvbmx5LCBuZXZl
ciB0cnVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNzfjvISVkQOQS5C+YXu
99j0c283IIPZMd+bCZlvMNGyffc3VSYRhajK0Xi7EME+4QoQQQylgJC4TobC0Jj4
dfCjZDBiMB0GA1UdDgQWBBQgeldksvF8rpdNJCsSgNDi6JVDpzAfBgNVHSMEGDAW
gBQgeldksvF8rpdNJCsSgNDi6JVDpzAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQI
MAaHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgf/hjBq/fRjb1m30k4MPqDbUc7CA4
EQUQSoSCHyxvpioCIQC+mlCykwxeHG2mgRAQ9H4H+iWXh1mxmBz0cSV/Ng6Xvw==
-----END CERTIFICATE-----
`;

export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyOTH4NbezHE9x7sG
dUO/f8q+2iOJIfYkVZfRgx3FMYChRANCAATc347yElZEDkEuQvmF7vfY9HNvNyCD
2THfmwmZbzDRsn33N1UmEYWoytF4uxDBPuEKEEEMpYCQuE6GwtCY+HXw
-----END PRIVATE KEY-----
`;

/** Does something while connections trust the certificate, as they trust that of a Production. */
export async function trusting<T>(task: () => Promise<T>): Promise<T> {
	const before = getCACertificates('default');
	setDefaultCACertificates([...before, certificate]);
	try {
		return await task();
	} finally {
		setDefaultCACertificates(before);
	}
}
