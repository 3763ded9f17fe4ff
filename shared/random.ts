/**
 * Returns a function that returns numbers from 0 up to but not including 1, the same sequence for the same seed
 * everywhere. Mulberry32 by Tommy Ettinger (public domain): a state of 32 bits, even enough for made-up data and
 * pictures, not for secrets. https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
