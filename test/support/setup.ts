declare const loaded: Record<string, object>;

// The packages themselves, but not anew for each test file: see test/jest/environment.cjs.
for (const [name, exported] of Object.entries(loaded)) jest.mock(name, () => exported);
