import fc from 'fast-check'

/*
 * Properties are tried with the same values in every run, so that a change is judged by what it
 * changed. Others are looked for on purpose: SEED=1234 npm test.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })
