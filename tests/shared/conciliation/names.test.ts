import oracle from 'talisman/metrics/jaro-winkler.js'
import { describe, expect, it } from 'vitest'
import { jaroWinkler } from '../../../shared/conciliation/jaro-winkler.ts'
import {
  nameSimilarity,
  nameWords,
  wordSimilarity,
  wordWeights,
} from '../../../shared/conciliation/names.ts'

describe('jaroWinkler', () => {
  it.each([
    ['', '', 0],
    ['ana', 'ana', 1],
    ['ana', '', 0],
  ])('of %j and %j is %d', (a, b, value) => {
    expect(jaroWinkler(a, b)).toBe(value)
  })

  it.each([
    ['gonzalez', 'gonzalo'],
    ['marianela', 'marianita'],
    ['fernandez', 'fernando'],
    ['martha', 'marhta'],
    ['acosta', 'costa'],
  ])('of %s and %s counts a start of four letters at most', (a, b) => {
    expect(jaroWinkler(a, b)).toBeCloseTo(oracle(a, b), 10)
  })
})

describe('nameWords', () => {
  it.each([
    ['', []],
    ['--', []],
    ['Ana  -  Gómez.', ['ana', 'gomez']],
    ['Sr. Juan de la Fuente', ['juan', 'fuente']],
    ['SofíaL   una', ['sofia', 'luna']],
    ['Mamá de Juana', []],
    ['Chico de la colonia', []],
    ['Los chicos del Juan', []],
    ['La amiga de Ana', []],
    ['Amigo de Ana', []],
    ['Amigas de las Paz', []],
    ['Flia. de Paz', []],
    ['Ana mamá de Juana', ['ana', 'juana']],
    ['Mamá Juana', ['juana']],
  ])('of %j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words)
  })
})

describe('wordSimilarity', () => {
  it.each([
    ['gomez', 'gomez', 1],
    ['g', 'gomez', 0.4],
    ['gomez', 'g', 0.4],
    ['p', 'gomez', 0],
    ['nacho', 'ignacio', 0.92],
    ['guz', 'guzman', 0.85],
    ['gu', 'guzman', 0],
    ['vera', 'vega', 0],
    ['acosta', 'caosta', jaroWinkler('acosta', 'caosta') * 0.95],
    ['godoy', 'goodoy', 0.87],
    ['paz', 'pza', 0], // of four letters or more only
    ['luz', 'ulz', 0],
    ['soto', 'osto', 0.87],
    ['godoy', 'gotdoy', jaroWinkler('godoy', 'gotdoy') * 0.95],
    ['luna', 'luana', 0], // no letter of it is typed twice
    ['gomez', 'perez', 0],
    ['sasso', 'saasso', jaroWinkler('sasso', 'saasso') * 0.95],
    ['sasso', 'ssasso', 0.87],
    ['tamara', 'taamira', 0],
    ['osto', 'sota', 0],
    ['gonzalez', 'lgonzalez', 0],
    ['acosta', 'lacosta', 0],
    ['lgonzale', 'golnzalez', 0],
    ['bartolome', 'vartolome', jaroWinkler('bartolome', 'vartolome') * 0.95],
    ['montenegro', 'montenegrinos', jaroWinkler('montenegro', 'montenegrinos') * 0.95],
    ['montenegro', 'montenegrinosa', 0], // four letters longer
  ])('of %s and %s is %d', (a, b, value) => {
    expect(wordSimilarity(a, b)).toBeCloseTo(value, 10)
    expect(wordSimilarity(b, a)).toBeCloseTo(value, 10)
  })
})

describe('wordWeights', () => {
  it('are greater for a rare word, counted once a name', () => {
    const weight = wordWeights([['ana', 'ana', 'paz'], ['ana', 'vera'], ['ana'], ['luz', 'vera']])
    expect(weight('paz')).toBeCloseTo(1 + Math.log(4))
    expect(weight('vera')).toBeCloseTo(1 + Math.log(2))
    expect(weight('ana')).toBeCloseTo(1 + Math.log(4 / 3))
    expect(weight('otro')).toBeCloseTo(1 + Math.log(4))
    expect(wordWeights([])('ana')).toBe(1)
  })
})

describe('nameSimilarity', () => {
  it.each([
    [['ana'], [], null],
    [[], ['ana'], null],
    [['ana'], ['luz'], 0],
    [['ana', 'paz'], ['ana', 'vera'], 0.5],
    [['ana', 'ana'], ['ana', 'paz'], 0.5], // a word pairs once
    [['guz', 'guzman'], ['guzman', 'paz'], 0.5], // the best pair first
    [['ana', 'paz'], ['ana', 'paz', 'vera'], 1],
    [['ana'], ['ana', 'paz'], 0.55],
    [['ana'], ['ana'], 0.55],
  ])('of %j and %j is %j', (a, b, value) => {
    expect(nameSimilarity(a, b)).toBe(value)
    expect(nameSimilarity(b, a)).toBe(value)
  })

  it('weighs words', () => {
    const weight = (word: string) => (word === 'ana' ? 1 : 3)
    expect(nameSimilarity(['ana', 'paz'], ['ana', 'vera'], weight)).toBe(0.25)
    expect(nameSimilarity(['ana', 'paz'], ['vera', 'paz'], weight)).toBe(0.5)
    expect(nameSimilarity(['ana', 'paz'], ['paz', 'vera', 'luz'], weight)).toBe(0.75)
    expect(nameSimilarity(['ana', 'paz'], ['paz', 'ana'], weight)).toBe(1)
    // The lower share of two names of one length.
    expect(nameSimilarity(['ana', 'ana'], ['ana', 'paz'], weight)).toBe(0.25)
    expect(nameSimilarity(['ana', 'paz'], ['ana', 'ana'], weight)).toBe(0.25)
  })
})
