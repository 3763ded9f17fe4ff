/*
 * Checks that apply to every screen: layout shifts, wrong texts, axe, width, small fields, unseen animations, and
 * focus by Tab.
 * scenes.test.ts runs them on every scene. They return sentences, so that one run reports all faults.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { setColorScheme } from './set-color-scheme.ts'

declare global {
  interface Window {
    /** The records of `watch`: layout shifts, and the controls that had the focus. */
    seen: { shift: number; jumped: Set<string>; focused: Map<Element, boolean> }
  }
}

/** All of WCAG 2.2 AA that a machine can tell, targets of 24 px with their exceptions among it (2.5.8). */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast', 'link-in-text-block']

/** A layout shift from which people notice it (CLS, web.dev). */
const MAX_SHIFT = 0.05

/** Watches every page of a device from its first moment; without it `problemsOf` has nothing to read. */
export async function watch(device: BrowserContext): Promise<void> {
  await device.addInitScript(() => {
    const seen = { shift: 0, jumped: new Set<string>(), focused: new Map<Element, boolean>() }
    window.seen = seen
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    const observer = new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        // A refusal scrolls to its message, however late it comes.
        const isLedThere = document.activeElement?.matches('[role=alert]')
        if (shift.hadRecentInput || isLedThere) continue
        seen.shift += shift.value
        for (const { node } of shift.sources)
          seen.jumped.add((node as Element)?.outerHTML?.slice(0, 80))
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    // A lost network adds a line to the page.
    window.addEventListener('offline', () => observer.disconnect())

    /** Returns the colour of a token as computed styles have it. */
    const colourOf = (styles: CSSStyleDeclaration, token: string) => {
      const { style } = new Option()
      style.color = styles.getPropertyValue(token).trim()
      return style.color
    }
    // Has the outline or the ring of a focused control; for an invisible control, an element around it has.
    const isMarked = (element: Element | null, up = 2): boolean => {
      if (!(element instanceof HTMLElement)) return false
      // Without the values in between of a transition.
      element.style.transition = 'none'
      const styles = getComputedStyle(element)
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = styles
      const isOutlined =
        outlineStyle === 'solid' &&
        outlineWidth === '2px' &&
        outlineColor === colourOf(styles, '--focus')
      const isRinged =
        element.matches('input, textarea, :has(> input)') &&
        boxShadow.includes('0px 0px 0px 4px') &&
        ['--primary', '--bad-line'].some((line) => boxShadow.startsWith(colourOf(styles, line)))
      return isOutlined || isRinged || (up > 0 && isMarked(element.parentElement, up - 1))
    }
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) seen.focused.set(target, isMarked(target))
    })
  })
}

/** The checks that a visit at the other width makes too, with the same result. They take a third of the time. */
export interface Checks {
  colours: 'none' | 'by day' | 'by day and night'
  /** True to check that everything fits a window of 320 px. */
  narrow: boolean
}

/**
 * Returns the faults of the open page, one sentence each. Most screens need no check of the dark theme:
 * tests/web/contrast.test.ts computes the colours of the dark theme from the tokens.
 */
export async function problemsOf(
  page: Page,
  { colours, narrow }: Checks = { colours: 'by day', narrow: true },
): Promise<string[]> {
  return [
    ...(await jumps(page)),
    ...(await oddWords(page)),
    ...(await violations(page, colours)),
    ...(narrow ? await sideways(page) : []),
    ...(await smallFields(page)),
    ...(await unseenAnimations(page)),
    ...(await unreached(page)),
  ]
}

async function jumps(page: Page): Promise<string[]> {
  const { shift, jumped } = await page.evaluate(() => ({
    shift: window.seen.shift,
    jumped: [...window.seen.jumped],
  }))
  return shift < MAX_SHIFT ? [] : [`jumps by ${shift.toFixed(3)}: ${jumped.join(' ')}`]
}

const BROKEN = /\b(NaN|undefined|null|Invalid Date)\b|\[object/
/** Words that nearly every English sentence has, and no Spanish one. */
const ENGLISH =
  /\b(the|and|of|is|are|was|were|with|you|your|please|not|this|that|have|must|should|cannot|from|for|to)\b/i
/** The one message that is English on purpose. */
const QUOTED = 'No payment reference found in URL'

async function oddWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const said = [document.title, ...document.body.innerText.split('\n')]
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription']) {
        const text = element.getAttribute(name)
        if (text) said.push(text)
      }
    }
    // Output of a program must be marked as English for screen readers.
    const english = [...document.querySelectorAll<HTMLElement>('[lang=en]')].flatMap((element) =>
      element.innerText.split('\n'),
    )
    return said.filter((text) => !english.includes(text))
  })
  return texts
    .filter((text) => text !== QUOTED && (BROKEN.test(text) || ENGLISH.test(text)))
    .map((text) => `says “${text}”`)
}

async function violations(page: Page, colours: Checks['colours']): Promise<string[]> {
  const left = colours === 'none' ? COLOURS : []
  const found = await violationsBy(page, 'light', { runOnly: RULES, rules: without(left) })
  if (colours !== 'by day and night') return found
  found.push(...(await violationsBy(page, 'dark', { runOnly: COLOURS })))
  await setColorScheme(page, 'light')
  return found
}

/** axe's options that leave these rules out. */
function without(rules: string[]) {
  return Object.fromEntries(rules.map((id) => [id, { enabled: false }]))
}

async function violationsBy(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules: object,
): Promise<string[]> {
  await setColorScheme(page, colorScheme)
  return (await violationsOf(page, rules)).map((violation) => `${colorScheme}: ${violation}`)
}

/**
 * Checks at 320 px, also at twice the text size, that nothing is wider than the window or squeezed to one letter a line;
 * in a window of 320 × 256 px, that what stays in place leaves half of it, and that a dialog scrolls. WCAG 1.4.10 names
 * that size: it is one of 1280 × 1024 px, enlarged four times.
 */
async function sideways(page: Page): Promise<string[]> {
  const viewport = page.viewportSize()
  if (!viewport) throw new Error('A page without a window')
  const found: string[] = []
  await page.setViewportSize({ width: 320, height: 640 })
  for (const size of ['', '200%']) {
    let misfit: string | null = null
    // Elements that a script measures are laid out a moment later.
    for (let look = 0; look < 10; look++) {
      misfit = await page.evaluate(misfitAt, size)
      if (misfit === null) break
      await page.waitForTimeout(100)
    }
    if (misfit) found.push(`does not fit 320 px, letters ${size || '100%'}: ${misfit}`)
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.setViewportSize({ width: 320, height: 256 })
  const taken = await page.evaluate(heightInPlace)
  if (taken > 128) found.push(`leaves little of 320 × 256 px: ${taken} px stay in place`)
  const hidden = await page.evaluate(hiddenInDialog)
  if (hidden) found.push(`does not scroll in 320 × 256 px: ${hidden}`)
  await page.setViewportSize(viewport)
  return found
}

/** Runs in the page. Returns what is too wide or too narrow at this font size, or null. */
function misfitAt(fontSize: string): string | null {
  document.documentElement.style.fontSize = fontSize
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.documentElement
  const words = [...scope.querySelectorAll('h1, h2, h3, p, label, button, a')]
  const range = document.createRange()
  const squeezed = [...scope.querySelectorAll('*')].find((one) =>
    [...one.childNodes].some((node) => {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : ''
      if (text.length < 4 || !one.checkVisibility({ visibilityProperty: true })) return false
      range.selectNodeContents(node)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      return lines.size > 3 && text.length < 3 * lines.size
    }),
  )
  if (squeezed) return `squeezed: ${squeezed.outerHTML.slice(0, 100)}`
  const cramped = words.find(
    (one) =>
      one.matches('button, a') && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1,
  )
  if (cramped) return `its words are wider: ${cramped.outerHTML.slice(0, 100)}`
  if (fontSize === '') {
    const torn = words
      .filter((one) => one.matches('button, a[class*=button]'))
      .find((one) => {
        const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
        while (text.nextNode()) {
          const node = text.currentNode
          for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}{4,14}/gu)) {
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              return true
          }
        }
        return false
      })
    if (torn) return `a word is torn: ${torn.outerHTML.slice(0, 100)}`
    const header = document.querySelector('body header')
    if (header && header.clientHeight > 80) return 'the header takes more than a line'
  }
  const extra = scope.scrollWidth - scope.clientWidth
  if (extra <= 0) return null
  const widest = [...scope.querySelectorAll('*')]
    .filter((one) => one.getBoundingClientRect().right > scope.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 100))
  return `${extra} px too wide: ${widest.slice(0, 3).join(' ')}`
}

/** Runs in the page. Returns the height in px of the header and the bar that stay when the page is scrolled. */
function heightInPlace(): number {
  return [...document.querySelectorAll<HTMLElement>('header, [data-sticky-bar]')]
    .filter((one) => getComputedStyle(one).position === 'sticky' && one.checkVisibility())
    .reduce((sum, { offsetHeight }) => sum + offsetHeight, 0)
}

/** Runs in the page. Returns the open dialog if it cuts off its end, or its part that scrolls in a quarter of the window. */
function hiddenInDialog(): string | null {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  if (!dialog) return null
  const hidden = [dialog, ...dialog.querySelectorAll('*')].find((part) => {
    if (part.scrollHeight <= part.clientHeight + 1 || part.matches('textarea')) return false
    const { overflowY } = getComputedStyle(part)
    if (part === dialog && overflowY === 'hidden') return true
    return overflowY === 'auto' && part.clientHeight < window.innerHeight / 4
  })
  return hidden?.outerHTML.slice(0, 100) ?? null
}

/** Checks that no field has text below 16 px: an iPhone enlarges the page when one gets the focus. */
async function smallFields(page: Page): Promise<string[]> {
  const fields = page.locator(
    'input:not([type=checkbox], [type=radio], [type=file]), select, textarea',
  )
  const small = await fields.evaluateAll((all) =>
    all
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 100)),
  )
  return small.map((field) => `an iPhone enlarges the page at ${field}`)
}

/** Checks that no endless animation runs unseen: the browser would draw 60 frames a second for nothing. */
async function unseenAnimations(page: Page): Promise<string[]> {
  const unseen = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => effect)
      .filter((effect) => effect instanceof KeyframeEffect)
      .filter(({ target }) => !target?.checkVisibility({ visibilityProperty: true }))
      .filter((effect) => effect.getTiming().iterations === Number.POSITIVE_INFINITY)
      .map(({ target }) => target?.outerHTML.slice(0, 100)),
  )
  return unseen.map((element) => `runs unseen: the animation of ${element}`)
}

/** Checks that Tab reaches every visible control, and that each shows its focus. */
async function unreached(page: Page): Promise<string[]> {
  await page.evaluate(() => window.seen.focused.clear())
  let { reached, left, unmarked } = await page.evaluate(controlsLeft)
  // A control can be several stops, and some appear only when another is reached, so repeat while Tab reaches more.
  for (let before = -1; left.length > 0 && reached > before; ) {
    before = reached
    // All at once: nothing needs to be painted in between.
    const stops = reached + left.length + STOPS_BESIDE
    await Promise.all(Array.from({ length: stops }, () => page.keyboard.press('Tab')))
    ;({ reached, left, unmarked } = await page.evaluate(controlsLeft))
  }
  return [
    ...left.map((control) => `Tab does not come to ${control}`),
    ...unmarked.map((control) => `shows no focus, or not as others do, on ${control}`),
  ]
}

/** Allowance for other stops: parts of a date field, scrolling areas, the browser itself. */
const STOPS_BESIDE = 5

/** Runs in the page. Returns the number of reached controls, the others, and reached ones without a focus mark. */
function controlsLeft(): { reached: number; left: string[]; unmarked: string[] } {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const controls = scope.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )
  const groups = new Set<string>()
  const left: string[] = []
  const unmarked: string[] = []
  for (const control of controls) {
    const { focused } = window.seen
    const isHere =
      control.tabIndex >= 0 &&
      !control.matches(':disabled, [inert] *') &&
      control.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      control.getClientRects().length > 0
    if (!isHere) continue
    if (control instanceof HTMLInputElement && control.type === 'radio') {
      const group = [...document.getElementsByName(control.name)]
      if (groups.has(control.name) || group.some((one) => focused.has(one))) continue
      groups.add(control.name)
    }
    const name = control.outerHTML.slice(0, 120)
    if (!focused.has(control)) left.push(name)
    else if (!focused.get(control)) unmarked.push(name)
  }
  return { reached: window.seen.focused.size, left, unmarked }
}
