/*
 * Contrast of the colour tokens: the WCAG 2.2 ratio of every pair that the components use, in both themes. Text needs
 * 4.5, graphics and borders of fields 3.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const WEB = new URL('../../web/', import.meta.url)
const TOKENS = readFileSync(new URL('styles/tokens.css', WEB), 'utf8')

const light = tokensOf('light')
const dark = tokensOf('dark')

const GROUNDS = ['paper', 'surface', 'raised', 'sunken', 'hover']

const TEXT_PAIRS: [ink: string, ground: string][] = [
  ...pairs(['ink', 'ink-2', 'ink-3'], GROUNDS),
  ...pairs(['ink', 'ink-2', 'ink-3'], ['primary-softer']),
  ...pairs(['ink', 'ink-2'], ['primary-soft', 'bad-soft', 'warn-soft', 'ok-soft', 'info-soft']),
  ...pairs(['ink', 'ink-2', 'primary-ink'], ['control']),
  ...pairs(['ink-2'], ['mute-soft']),
  ...pairs(['primary-ink'], [...GROUNDS, 'primary-soft', 'primary-softer']),
  ...pairs(['on-primary'], ['primary', 'primary-hover', 'primary-press']),
  ...pairs(['on-danger'], ['danger', 'danger-hover']),
  ...pairs(['accent-ink'], ['surface', 'paper', 'accent-soft']),
  ...pairs(['ink-inverse'], ['ink']),
  ...pairs(['ok-ink', 'warn-ink', 'bad-ink'], ['raised']),
  ...['ok', 'warn', 'bad', 'info', 'mute'].flatMap((state) =>
    pairs([`${state}-ink`], [`${state}-soft`, 'surface', 'paper', 'hover']),
  ),
]

const GRAPHIC_PAIRS: [mark: string, ground: string][] = [
  ...pairs(['field-line'], ['raised', 'surface', 'paper']),
  ...pairs(['bad-line', 'primary', 'tile-confirmed'], ['surface', 'paper']),
  ...pairs(['focus'], ['surface', 'paper', 'sunken', 'raised']),
  ...pairs(['tile-verified'], ['surface']),
  ...pairs(['tile-verified', 'tile-confirmed'], ['tile-empty']),
  ...['ok', 'warn', 'bad', 'info'].flatMap((state) =>
    pairs([`${state}-mark`], [`${state}-soft`, 'surface']),
  ),
  ...pairs(['qr-ink'], ['qr-ground']),
]

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_name, tokens) => {
  test('every text is readable on every ground it stands on', () => {
    expect(tooFaint(tokens, TEXT_PAIRS, 4.5)).toEqual([])
  })

  test('every icon, border and tile stands out from its ground', () => {
    expect(tooFaint(tokens, GRAPHIC_PAIRS, 3)).toEqual([])
  })

  test("a toast's action is readable on its ink", () => {
    const action = mix(colour(tokens, 'ink-inverse'), colour(tokens, 'sun'), 0.6)
    expect(ratio(action, colour(tokens, 'ink'))).toBeGreaterThanOrEqual(4.5)
  })
})

test('a text that is readable by day is readable by night, on every ground', () => {
  const inks = tokensUsedAs('color|--text|--soft-ink|--mark').filter(isThemed)
  const grounds = tokensUsedAs('background|background-color|--ground|--ground-hover|--soft').filter(
    isThemed,
  )
  expect(inks.length).toBeGreaterThan(15)
  expect(grounds.length).toBeGreaterThan(15)
  const readable = pairs(inks, grounds).filter(
    ([ink, ground]) => ratio(colour(light, ink), colour(light, ground)) >= 4.5,
  )
  expect(tooFaint(dark, readable, 4.5)).toEqual([])
})

test('every colour but those of a QR and some petals has a value of its own by night', () => {
  const same = Object.keys(light).filter(
    (name) => isColour(light[name]) && light[name] === dark[name],
  )
  expect(same).toEqual(['tile-hatch', 'confetti-8', 'qr-ground', 'qr-ink'])
})

test('the petals have eight colours, by day and by night', () => {
  for (const tokens of [light, dark]) {
    const petals = Object.keys(tokens).filter((name) => name.startsWith('confetti-'))
    expect(petals).toHaveLength(8)
    expect(new Set(petals.map((name) => tokens[name])).size).toBe(8)
  }
})

test('nothing but the tokens names a colour', () => {
  const rawColour =
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black)\b/i
  const offenders = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && file !== 'styles/tokens.css')
    .filter((file) => !file.startsWith('dist'))
    .filter((file) => rawColour.test(readFileSync(new URL(file, WEB), 'utf8')))
  expect(offenders).toEqual([])
})

/** Tokens that are the value of one of these properties in any stylesheet. */
function tokensUsedAs(properties: string): string[] {
  const declaration = new RegExp(`(?<![\\w-])(?:${properties}):\\s*var\\(--([\\w-]+)\\)`, 'g')
  const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.startsWith('dist'))
    .flatMap((file) => [...readFileSync(new URL(file, WEB), 'utf8').matchAll(declaration)])
    .map(([, name = '']) => name)
  return [...new Set(names)]
}

/**
 * The white of a QR and of paper is the same in both themes: the sweep checks the poster in both. `accent` is
 * the ground of a dot without text.
 */
function isThemed(token: string): boolean {
  return /^#/.test(light[token] ?? '') && !token.startsWith('qr-') && token !== 'accent'
}

type Tokens = Record<string, string>
type Rgb = [red: number, green: number, blue: number]

/** Every token of a theme, also those that are no colour. */
function tokensOf(theme: 'light' | 'dark'): Tokens {
  const start = TOKENS.indexOf('.on-paper,\n:root {')
  if (start < 0) throw new Error('tokens.css has no block of tokens')
  const block = TOKENS.slice(start, TOKENS.indexOf('}', start))
  const declarations = block.matchAll(/^\s*--([\w-]+):\s*([^;]+);/gm)
  const chosen = theme === 'light' ? '$1' : '$2'
  return Object.fromEntries(
    [...declarations].map(([, name, value = '']) => [
      name,
      value.replaceAll(/light-dark\(((?:[^(),]|\([^)]*\))+),\s*((?:[^(),]|\([^)]*\))+)\)/g, chosen),
    ]),
  )
}

/** Returns the pairs below `needed`, each with its ratio. */
function tooFaint(tokens: Tokens, pairs: [string, string][], needed: number): string[] {
  return pairs
    .map(([one, other]) => ({
      one,
      other,
      found: ratio(colour(tokens, one), colour(tokens, other)),
    }))
    .filter(({ found }) => found < needed)
    .map(({ one, other, found }) => `${one} on ${other}: ${found.toFixed(2)}`)
}

function isColour(value = ''): boolean {
  return /^(#|rgb)/.test(value)
}

function colour(tokens: Tokens, name: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(tokens[name] ?? '')
  if (!hex) throw new Error(`--${name} is no colour: ${tokens[name]}`)
  const [, red = '', green = '', blue = ''] = hex
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

/** WCAG 2.2, "contrast ratio". */
function ratio(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `color-mix(in srgb, one share, other)`. */
function mix([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  const blend = (one: number, other: number) => one * share + other * (1 - share)
  return [blend(r1, r2), blend(g1, g2), blend(b1, b2)]
}

function pairs(inks: string[], grounds: string[]): [string, string][] {
  return inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground]))
}
