import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clean, cleanLines, firstWord, fold, initials, isolateName } from '../../shared/text.ts'

/** Ordinary text mixed with characters that are hard to clean. */
const typed = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
    fc.constantFrom(
      ...['\u200D', '\u200B', '\uFE0F', '\u202E', '\uFEFF', '\u0301', '\0', '\uD83D', '\u3164'],
      ...['👩', '👧', '🏽', '❤', '🇦', '1', '\u20E3', 'n', 'Ñ', 'İ', 'ß', ' ', '\n', '\r', '\u2028'],
    ),
  ),
})

describe('a cleaned line', () => {
  test.each([
    ['is trimmed and has single spaces', '  Ana \t\u00A0 Paz\n', 'Ana Paz'],
    ['is NFC', 'In\u0303aki Jose\u0301', 'Iñaki José'],
    ['has no zero-width marks', 'A\u200Bn\u200Ca\uFEFF\u2060', 'Ana'],
    ['has no loose joiners', 'A\u200Dn\u200Da', 'Ana'],
    ['has no joiner behind the last emoji', '👩\u200D 👧\u200DAna', '👩 👧Ana'],
    ['has no direction marks', '\u202Eanom\u2066\u200F', 'anom'],
    ['has no controls', 'A\u0000n\u001Ba\u007F\u0085', 'Ana'],
    ['has no half characters', 'Ana\uD83D', 'Ana'],
    ['has no mark that an emoji no longer takes', '❤\u200D🏽\uFE0F', '❤🏽'],
    ['is empty when only fillers were typed', '\u3164\u115F\u2800\u00AD\uFE0F', ''],
    ['joins an accent that a hidden mark kept apart', 'e\u200B\u0301', 'é'],
    [
      'keeps families, hearts, skin tones and keycaps',
      '👩🏽‍❤️‍💋‍👨 👨‍👩‍👧 ❤️ 1️⃣',
      '👩🏽‍❤️‍💋‍👨 👨‍👩‍👧 ❤️ 1️⃣',
    ],
    ['keeps flags', '🇦🇷', '🇦🇷'],
    ['keeps what looks like markup', '<b>Ana</b> & "Paz"', '<b>Ana</b> & "Paz"'],
  ])('%s', (_, text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  it('does not change when cleaned again, nor does cleaned text of several lines', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(clean(clean(text))).toBe(clean(text))
        expect(cleanLines(cleanLines(text))).toBe(cleanLines(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('never holds a control, a break or half a character', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(clean(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E]/u)
        expect(cleanLines(text)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|\n{3}/u)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('cleaned lines', () => {
  it('keep the line breaks of every system', () => {
    expect(cleanLines('Hola\r\nLucía,\rte\u2028quiero')).toBe('Hola\nLucía,\nte\nquiero')
  })

  it('keep one empty line at most, and no spaces at their ends', () => {
    expect(cleanLines('Uno \ndos\n tres')).toBe('Uno\ndos\ntres')
    expect(cleanLines('\n\nUno  dos \n \n\t\n\n tres\n')).toBe('Uno dos\n\ntres')
  })
})

describe('a folded name', () => {
  test.each([
    ['Iñaki  ÁLVAREZ', 'inaki alvarez'],
    ['In\u0303aki', 'inaki'],
    [' Güemes\n', 'guemes'],
    ['İstanbul', 'istanbul'],
    ['', ''],
  ])('%j is found as %j', (text, expected) => {
    expect(fold(text)).toBe(expected)
  })

  it('has no invisible marks, which apps put around a name that is copied', () => {
    expect(fold('\u2068Julieta\u2069\u200B Ro\u00ADmero\uFEFF')).toBe('julieta romero')
    expect(fold('👩\u200D👧')).toBe('👩\u200D👧')
  })

  it('does not change when folded again', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('is the same for composed and decomposed letters, in either case', () => {
    expect(fold('SEÑO CARO')).toBe(fold('sen\u0303o caro'))
  })
})

describe('a person on screen', () => {
  it('is called by the first word of the name', () => {
    expect(firstWord(' María José  Paz')).toBe('María')
    expect(firstWord('')).toBe('')
  })

  it('stays before the amount after it, also in a script that is read from right to left', () => {
    expect(isolateName('Ana Paz')).toBe('Ana Paz')
    expect(isolateName('عمر الفاروق')).toBe('\u2068عمر الفاروق\u2069')
    expect(isolateName('דוד Paz')).toBe('\u2068דוד Paz\u2069')
  })

  test.each([
    ['lucía', 'Fernández', 'LF'],
    ['ángel', 'ñandú', 'ÁÑ'],
    ['a\u0301ngel', '', 'Á'],
    ['👩‍👩‍👧 Ana', '(Paz)', 'AP'],
    ['🦄', '', ''],
    ['𝒜na', 'Paz', '𝒜P'],
  ])('%j %j has the initials %j', (first, last, expected) => {
    expect(initials(first, last)).toBe(expected)
  })
})
