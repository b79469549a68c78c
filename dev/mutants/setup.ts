import fc from 'fast-check';

// One example is enough to kill a mutant: to look for the shortest takes time.
fc.configureGlobal({ endOnFailure: true });
