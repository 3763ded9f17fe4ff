/* The components in a real browser under production's content security policy: keyboard, focus, layout and axe. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../shared/time.ts'
import { violationsOf } from '../../support/axe.ts'
import { type ComponentPages, openComponentPages } from './component-pages.ts'

let components: ComponentPages
beforeAll(async () => {
  components = await openComponentPages()
})
afterEach(() => components.clear())
afterAll(() => components.close())

describe('a form', () => {
  test('that is refused moves the focus to its summary, which links to the field', async () => {
    const page = await components.show('form')
    const submit = page.getByRole('button', { name: 'Registrar aporte' })
    const name = page.getByLabel('Nombre')

    await submit.click()
    expect(await focusedText(page)).toContain('Por favor, completa todos los campos obligatorios')
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await describedBy(page, name)).toBe('Por favor, ingresa tu nombre')

    await page.getByRole('link', { name: 'Por favor, ingresa tu nombre' }).click()
    expect(await focusedId(page)).toBe('name')

    await submit.click()
    expect(await focusedText(page)).toContain('Por favor, completa todos los campos obligatorios')
  })

  test('is sent once, however often its busy button is pressed, which keeps its width and focus', async () => {
    const page = await components.show('form')
    await page.getByLabel('Nombre').fill('Julieta')
    const submit = page.getByRole('button', { name: 'Registrar aporte' })
    const width = (await submit.boundingBox())?.width

    await submit.click()
    const busy = page.getByRole('button', { name: 'Guardando…' })
    await busy.click({ force: true })
    await page.keyboard.press('Enter')
    await page.getByLabel('Nombre').press('Enter')
    await busy.focus()

    expect(await page.getByText('Enviado 1 veces').count()).toBe(1)
    expect(await busy.getAttribute('aria-busy')).toBe('true')
    expect((await busy.boundingBox())?.width).toBe(width)
  })

  test('rewrites a typed amount in the usual format', async () => {
    const page = await components.show('form')
    const amount = page.getByLabel('Monto', { exact: true })
    await amount.fill('15000,5')
    await amount.blur()
    expect(await amount.inputValue()).toBe('15.000,50')

    await amount.fill('mucho')
    await amount.blur()
    expect(await amount.inputValue()).toBe('mucho')
  })

  test('shows a password while asked to', async () => {
    const page = await components.show('form')
    const password = page.getByLabel('Contraseña', { exact: true })
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
    expect(await password.getAttribute('type')).toBe('text')
  })

  test('takes a password that is pasted', async () => {
    const page = await components.show('form')
    const name = page.getByLabel('Nombre')
    await name.fill('viene de otro lado')
    await name.press('ControlOrMeta+a')
    await name.press('ControlOrMeta+c')
    const password = page.getByLabel('Contraseña', { exact: true })
    await password.fill('')
    await password.press('ControlOrMeta+v')
    expect(await password.inputValue()).toBe('viene de otro lado')
  })

  test('copies even where the browser has no clipboard, and confirms it for two seconds', async () => {
    const page = await components.show('form')
    await page.clock.install()
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.evaluate(() =>
      document.addEventListener('copy', () => {
        document.title = String(window.getSelection())
      }),
    )
    await page.clock.pauseAt(Date.now() + HOUR)
    await page.getByRole('button', { name: 'Copiar alias' }).click()
    const copied = page.getByRole('button', { name: '¡Alias copiado!' })
    await copied.waitFor()
    expect(await page.title()).toBe('viaje.seno.caro')
    // Copied again: for two seconds from then on.
    await page.clock.runFor(1_500)
    await page.evaluate(() => {
      document.title = 'lo de antes'
    })
    await copied.click()
    await expect.poll(() => page.title()).toBe('viaje.seno.caro')
    await page.clock.runFor(1_990)
    expect(await copied.count()).toBe(1)
    await page.clock.runFor(20)
    await page.getByRole('button', { name: 'Copiar alias' }).waitFor()
  })
})

test('text has the same width and weight before its font loads', async () => {
  const page = await components.show('form')
  const widths = await page.evaluate(async () => {
    const text = 'Regalo para la seño Caro: todavía no llegó ningún comprobante'
    const context = document.createElement('canvas').getContext('2d')
    const widthIn = async (font: string) => {
      await document.fonts.load(font, text)
      if (context) context.font = font
      return context?.measureText(text).width ?? 0
    }
    const at = async (weight: number) => ({
      fallback: await widthIn(`${weight} 100px 'Figtree Fallback'`),
      arrived: await widthIn(`${weight} 100px Figtree`),
    })
    return { regular: await at(400), strong: await at(600), title: await at(700) }
  })
  for (const { fallback, arrived } of Object.values(widths)) {
    expect(Math.abs(fallback / arrived - 1)).toBeLessThan(0.02)
  }
  expect(widths.title.fallback).not.toBe(widths.regular.fallback)
})

describe('a list', () => {
  test('is a table where it has room and rows where it has not', async () => {
    const wide = await components.show('list', { width: 1280 })
    expect(await wide.getByRole('columnheader', { name: 'Mensaje' }).isVisible()).toBe(true)
    expect(await wide.getByRole('listitem').filter({ hasText: 'Julieta' }).count()).toBe(0)

    const medium = await components.show('list', { width: 860 })
    expect(await medium.getByRole('columnheader', { name: 'Monto' }).isVisible()).toBe(true)
    expect(await medium.getByRole('columnheader', { name: 'Mensaje' }).count()).toBe(0)

    const phone = await components.show('list', { width: 320 })
    expect(await phone.getByRole('table').count()).toBe(0)
    expect(await phone.getByRole('listitem').filter({ hasText: '$\u00a020.000,50' }).count()).toBe(
      1,
    )
  })

  test('sorts a column in its default direction first, and in the other on the second press', async () => {
    const page = await components.show('list')
    const amount = page.getByRole('columnheader', { name: 'Monto' })
    expect(await amount.getAttribute('aria-sort')).toBe(null)
    await amount.getByRole('button').click()
    expect(await amount.getAttribute('aria-sort')).toBe('descending')
    await amount.getByRole('button').click()
    expect(await amount.getAttribute('aria-sort')).toBe('ascending')
  })

  test('pages by number and by arrow', async () => {
    const page = await components.show('list')
    await page.getByRole('button', { name: 'Página 129' }).click()
    await page.getByRole('button', { name: 'Página anterior' }).click()
    const next = page.getByRole('button', { name: 'Página siguiente' })
    for (const _ of ['to the last page', 'beyond it']) {
      await next.press('Enter')
      expect(await page.getByText('Página 129 de 129').count()).toBe(1)
    }
    expect(await next.isDisabled()).toBe(true)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    )
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Página anterior' }).click()
    expect(await page.locator('[aria-current=page]').last().textContent()).toBe('128')
  })

  test('reuses the elements of rows on another page, and never on the same page', async () => {
    const page = await components.show('list')
    const rows = page.getByRole('table', { name: 'Aportes' }).locator('tbody tr')
    const marked = () =>
      rows.evaluateAll((all) => all.map((row) => [row.textContent.split('$')[0], row.dataset.was]))
    await rows.evaluateAll((all) => {
      for (const row of all) row.dataset.was = row.textContent.split(' ')[0]
    })
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    expect(await marked()).toEqual([
      ['Nahuel Quiroga', 'Nahuel'],
      ['Zoe Álvarez', 'Julieta'],
    ])
    await page.getByRole('button', { name: 'Página anterior' }).click()
    expect(await marked()).toEqual([
      ['Julieta Romero', 'Julieta'],
      ['Nahuel Quiroga', 'Nahuel'],
    ])
    await page.getByRole('button', { name: /^Pendientes/ }).click()
    expect(await marked()).toEqual([
      ['Zoe Álvarez', undefined],
      ['Julieta Romero', 'Julieta'],
    ])
  })

  test('closes the menu of a row whose element another row takes over', async () => {
    const page = await components.show('list')
    const opened = page.locator('[role=menu]:popover-open')
    await page.getByRole('button', { name: 'Más acciones para Julieta Romero' }).click()
    expect(await opened.count()).toBe(1)
    const next = page.getByRole('button', { name: 'Página siguiente' })
    await next.dispatchEvent('click') // a press of the pointer would close it
    expect(await page.getByText('Zoe Álvarez').count()).toBe(1)
    expect(await opened.count()).toBe(0)
  })

  test("changes a colecta's status by a list of the system", async () => {
    const page = await components.show('list')
    await page.getByLabel('Estado de la colecta').selectOption('Cerrada')
    expect(await page.getByText('Quedó cerrada').count()).toBe(1)
  })

  test('has its progress in words', async () => {
    const page = await components.show('list')
    const words = '66\u00a0% confirmado, 25\u00a0% acreditado'
    expect(await page.getByRole('img', { name: words }).locator('> *').count()).toBe(16)
  })
})

describe('a dialog', () => {
  test('reads its title first, at every step, and gives the focus back', async () => {
    const page = await components.show('overlay')
    const opener = page.getByRole('button', { name: 'Aportar', exact: true })
    await opener.click()
    expect(await focusedText(page)).toBe('Transfiere a Lucía')
    await page.getByRole('button', { name: 'Ya transferí' }).click()
    expect(await focusedText(page)).toBe('Agrega el comprobante')
    expect(await page.getByText('Paso 2 de 3').isVisible()).toBe(true)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await expect.poll(() => focusedText(page)).toBe('Aportar')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('asks before it is closed, by repeated Escape, by the backdrop or by its cross', async () => {
    const page = await components.show('overlay')
    const question = page.getByRole('alertdialog', { name: '¿Salir sin terminar?' })
    const stay = page.getByRole('button', { name: 'Seguir aportando' })
    await page.getByRole('button', { name: 'Aportar', exact: true }).click()

    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => page.getByRole('button', { name: 'Cerrar', exact: true }).click(),
    ]) {
      await leave()
      expect(await question.isVisible()).toBe(true)
      expect(await focusedText(page)).toBe('Seguir aportando')
      await page.keyboard.press('Escape')
      expect(await question.count()).toBe(0)
    }
    await page.keyboard.press('Escape')
    await stay.click()
    expect(await page.getByRole('dialog', { name: 'Transfiere a Lucía' }).isVisible()).toBe(true)
  })

  test('prevents the page behind it from scrolling', async () => {
    const page = await components.show('overlay')
    await page.getByRole('button', { name: 'Aportar', exact: true }).click()
    const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    expect(await overflow()).toBe('hidden')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    expect(await overflow()).toBe('visible')
  })

  test('stays open when Escape closes a menu in it', async () => {
    const page = await components.show('overlay')
    await page.getByRole('button', { name: 'Aportar', exact: true }).click()
    await page.getByRole('button', { name: 'Opciones' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})

test('copies in an open dialog too where the browser has no clipboard, and keeps the focus', async () => {
  const page = await components.show('overlay')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', () => {
      document.title = String(window.getSelection())
    })
  })
  await page.getByRole('button', { name: 'Aportar', exact: true }).click()
  await page.getByRole('button', { name: 'Copiar alias' }).click()
  await page.getByRole('button', { name: '¡Alias copiado!' }).waitFor()
  expect(await page.title()).toBe('otro.alias.caro')
  await expect.poll(() => focusedText(page)).toContain('¡Alias copiado!')
})

describe('a menu', () => {
  test('is operated by arrow keys and Enter, and returns the focus', async () => {
    const page = await components.show('overlay')
    const opener = page.getByRole('button', { name: 'Más acciones' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toBe('Acreditar')
    await page.keyboard.press('ArrowUp')
    expect(await focusedText(page)).toBe('Eliminar')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    expect(await page.getByText('Elegido: acreditar').count()).toBe(1)
    // Told by an event of the popover, a moment later.
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Más acciones',
    )
  })

  test("is the header's own on a phone, and closes when something in it is pressed", async () => {
    const page = await components.show('overlay', { width: 360 })
    const opener = page.getByRole('button', { name: 'Menú' })
    expect(await page.getByRole('button', { name: 'Cerrar sesión' }).count()).toBe(0)
    await opener.click()
    await page.getByRole('link', { name: 'Nueva Colecta' }).click()
    expect(await page.getByRole('link', { name: 'Nueva Colecta' }).count()).toBe(0)
    await opener.click()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    expect(await page.getByText('Adiós').count()).toBe(1)
  })
})

test('the thank-you ends with its button', async () => {
  const page = await components.show('overlay')
  await page.getByRole('button', { name: 'Agradecer' }).click()
  expect(await focusedText(page)).toBe('¡Gracias!')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

describe.each(['form', 'list', 'overlay'] as const)('the %s scene', (scene) => {
  // contrast.test.ts checks the dark colours, the sweep's gallery the other width.
  test('has no violation that axe finds', async () => {
    const page = await components.show(scene, { width: 360 })
    expect(await violationsOf(page)).toEqual([])
  })

  test('fits 320 px without sideways scroll', async () => {
    const page = await components.show(scene, { width: 320 })
    const root = page.locator('html')
    expect(await root.evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  })
})

test('draws icons at their size, in units that an attribute of <svg> takes', async () => {
  const page = await components.show('list')
  const icons = await page.locator('svg[width]').evaluateAll((all) => {
    // Even where there is less room, such as in a column of a table in Firefox.
    for (const { parentElement } of all) if (parentElement) parentElement.style.width = '1px'
    return all.map((icon) => ({
      attribute: icon.getAttribute('width'),
      width: Number.parseFloat(getComputedStyle(icon).width),
    }))
  })
  expect(icons.length).toBeGreaterThan(0)
  expect(icons.filter(({ attribute, width }) => attribute !== String(width))).toEqual([])
})

test('axe finds nothing in a dialog, a toast and the thank-you', async () => {
  const page = await components.show('overlay', { width: 360 })
  await page.getByRole('button', { name: 'Aportar', exact: true }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByRole('button', { name: 'Agradecer' }).click()
  expect(await violationsOf(page)).toEqual([])
})

test('the pages logged no error, no warning and no violation of the policy', () => {
  expect(components.complaints).toEqual([])
})

type Page = Awaited<ReturnType<ComponentPages['show']>>

function focusedText(page: Page) {
  return page.evaluate(() => document.activeElement?.textContent)
}

function focusedId(page: Page) {
  return page.evaluate(() => document.activeElement?.id)
}

async function describedBy(page: Page, control: ReturnType<Page['getByLabel']>) {
  const id = await control.getAttribute('aria-describedby')
  return page.locator(`[id="${id}"]`).textContent()
}
