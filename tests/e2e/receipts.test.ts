import { Buffer } from 'node:buffer'
import { RECEIPT_HEIC, RECEIPT_TOO_MANY_PIXELS, RECEIPT_UNREADABLE } from '../../shared/receipt.ts'
import { HEIC } from '../support/hostile-files.ts'
import { pdf, pdfObjects } from '../support/pdf.ts'
import { jpeg, png } from '../support/pictures.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  GIFT,
  holdFiles,
  JULIETA,
  openReceipt,
  reachReceiptStep,
  report,
} from './steps.ts'

test.use(ONLINE)

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1280, height: 900 }
const WRONG_TYPE = 'Tipo de archivo no permitido. Solo se aceptan PDF, JPG y PNG.'

test('a receipt arrives with its report, and the organiser sees it', async ({
  lucia,
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(guest.getByText('recibo.png')).toBeVisible()
  const confirm = guest.getByRole('dialog', { name: 'Agrega el comprobante y confirma' })
  await expect(confirm.locator('dl > div')).toHaveText([
    'Monto$\u00a020.000',
    `Para${GIFT.title}`,
    `A nombre de${JULIETA.name}`,
    'MétodoTransferencia',
  ])
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expectText(guest, 'Tu aporte ha sido registrado correctamente.')
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()

  await openReceipt(lucia, gift)
  const image = lucia.getByRole('img', { name: 'Comprobante recibo.png' })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(60)
  for (const view of [DESKTOP, PHONE]) {
    await lucia.setViewportSize(view)
    await expect(image).toHaveCSS('max-height', `${view.height * 0.7}px`)
  }
  await lucia.getByRole('button', { name: 'Acercar' }).click()
  await lucia.getByRole('button', { name: 'Ver entero' }).click()
  // A contributor sees the receipt of their own contribution.
  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByLabel('Nombre')).toHaveValue(/Lucía/)
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await lucia.getByRole('button', { name: 'Ya transferí' }).click()
  await chooseReceipt(lucia, { name: 'propio.png', mimeType: 'image/png', buffer: png(30, 50) })
  await lucia.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(lucia.getByText('Comprobante recibido')).toBeVisible()
  await lucia.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await expect(lucia).toHaveURL(/\/$/)
  await lucia.goto('/payments')
  const broken = { status: 500, json: { error: 'Error inesperado', code: 'internal' } }
  await lucia.route('**/api/receipts/*/url', (route) => route.fulfill(broken))
  await lucia.getByRole('button', { name: 'Ver comprobante' }).click()
  await expectText(lucia, 'Error al cargar el comprobante')
  await expect(lucia.getByText(/^Error al generar URL segura\./)).toBeVisible()
  await lucia.unroute('**/api/receipts/*/url')
  await lucia.getByRole('button', { name: 'Reintentar' }).click()
  const own = lucia.getByRole('img', { name: 'Comprobante propio.png' })
  await expect.poll(() => own.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(50)

  // The table of a desktop leads to it, too.
  await lucia.keyboard.press('Escape')
  await lucia.setViewportSize(DESKTOP)
  const payments = lucia.getByRole('table', { name: 'Mis Pagos' })
  await payments.getByRole('button', { name: 'Ver comprobante' }).click()
  await expect(own).toBeVisible()
})

test('a PDF is drawn, page by page', async ({ lucia, guest, gift }) => {
  await reachReceiptStep(guest, gift)
  const [catalogue = '', , page = ''] = pdfObjects()
  const pages = '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>'
  const buffer = pdf([catalogue, pages, page, page])
  await chooseReceipt(guest, { name: 'recibo.pdf', mimeType: 'application/pdf', buffer })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()

  await openReceipt(lucia, gift)
  for (const number of [1, 2]) {
    await expect(lucia.getByRole('img', { name: `Página ${number} de 2` })).toBeVisible()
  }
})

test('a wrong file shows an error at once, and a report without a receipt asks for confirmation', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two wrong files, and the dialog opened again')
  await reachReceiptStep(guest, gift)
  const most = 10 * 1024 * 1024
  const largest = Buffer.concat([pdf(), Buffer.alloc(most - pdf().length)])
  await chooseReceipt(guest, { name: 'x.pdf', mimeType: 'application/pdf', buffer: largest })
  await expect(guest.getByText('x.pdf')).toBeVisible()
  await guest.getByRole('button', { name: 'Quitar archivo' }).click()
  await expect(
    guest.getByRole('dialog').getByLabel('Comprobante', { exact: true }),
  ).toHaveAttribute('accept', 'image/jpeg,image/png,application/pdf')
  const original = guest.getByLabel('Enviar las fotos sin achicar')
  await original.check()
  const photo = Buffer.concat([png(40, 60), Buffer.alloc(most)])
  await chooseReceipt(guest, { name: 'x.png', mimeType: 'image/png', buffer: photo })
  await expectText(guest, 'El archivo es demasiado grande. El tamaño máximo es 10MB.')
  await original.uncheck()
  await chooseReceipt(guest, {
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await expectText(guest, WRONG_TYPE)
  const large = Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)])
  await chooseReceipt(guest, { name: 'x.pdf', mimeType: 'application/pdf', buffer: large })
  await expectText(guest, 'El archivo es demasiado grande. El tamaño máximo es 10MB.')
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(
    guest.getByRole('alertdialog', { name: '¿Confirmar sin comprobante?' }),
  ).toContainText('Puedes agregarlo después, hasta que Lucía acredite tu aporte.')
  await guest.getByRole('button', { name: 'Agregar comprobante' }).click()
  await expect(
    guest.getByRole('heading', { name: 'Agrega el comprobante y confirma', exact: true }),
  ).toBeVisible()
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
})

test('the bytes of a file are checked as soon as it is chosen', async ({ guest, gift }) => {
  await reachReceiptStep(guest, gift)
  const step = guest.getByRole('dialog')
  for (const [mimeType, buffer, message] of [
    ['image/png', Buffer.from('<!doctype html><script>alert(1)</script>'), WRONG_TYPE],
    ['image/jpeg', HEIC, RECEIPT_HEIC],
    ['image/jpeg', jpeg().subarray(0, 3), RECEIPT_UNREADABLE],
    ['image/png', png(10_000, 5_001), RECEIPT_TOO_MANY_PIXELS],
  ] as const) {
    await chooseReceipt(guest, { name: 'recibo', mimeType, buffer })
    await expect(step.getByRole('alert')).toHaveText(message)
    await expect(step.getByRole('button', { name: 'Elegir otro archivo' })).toBeVisible()
  }
  // Neither its name nor its type is right; browser and server recognise the type by its bytes.
  const buffer = Buffer.concat([Buffer.from('\r\n'), pdf()])
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer })
  await expect(step.getByRole('alert')).toBeHidden()
  await step.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
})

test('a file chooser that is closed without a file leaves its dialog open', async ({
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  const step = guest.getByRole('dialog', { name: 'Agrega el comprobante y confirma' })
  // Browsers send this event, which bubbles, when the chooser closes.
  await step.getByLabel('Comprobante', { exact: true }).dispatchEvent('cancel')
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(step.getByText('recibo.png')).toBeVisible()
})

test('while a file is read, no other one can be chosen', { tag: '@sweep' }, async ({
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  const receipt = { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) }
  await chooseReceipt(guest, receipt)
  const release = await holdFiles(guest)
  const choosing = guest.waitForEvent('filechooser')
  const change = guest.getByRole('button', { name: 'Cambiar archivo' })
  await change.click()
  await (await choosing).setFiles({ ...receipt, name: 'otro.png' })
  await expect(guest.getByRole('button', { name: 'Preparando…' })).toBeVisible()
  await release()
  await expect(guest.getByText('otro.png')).toBeVisible()
  await expect(change).toBeVisible()
})

test('a refused receipt can be replaced, after the thanks and after a reload', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  test.slow(true, 'a receipt that is refused twice, and a reload')
  const image = { mimeType: 'image/png', buffer: png(40, 60) }
  // A name that no phone gives: the device takes it, the server does not.
  const endless = { name: `${'a'.repeat(1_001)}.png`, ...image }
  const refusal = 'Error en la configuración del archivo. Por favor, intenta con otro archivo.'
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, endless)
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  const thanks = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expect(thanks.getByText(refusal)).toBeVisible()
  const asked = guest.waitForRequest('**/api/uploads')
  await chooseReceipt(guest, endless)
  await asked
  await expect(thanks.getByText(refusal)).toBeVisible()

  await guest.goto('/')
  const line = guest.getByRole('listitem').filter({ hasText: refusal })
  await chooseReceipt(guest, { ...image, name: 'x.png', buffer: Buffer.from('<svg/>') })
  await expect(line.getByText(WRONG_TYPE)).toBeVisible()
  await chooseReceipt(guest, { ...image, name: 'recibo.png' })
  await expect(guest.getByText(/registrado, con su comprobante/)).toBeVisible()
  await openReceipt(lucia, gift)
  await expect(lucia.getByRole('img', { name: 'Comprobante recibo.png' })).toBeVisible()
})

test('a photo that was chosen and confirmed without a network arrives after a reload', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'a network that goes, and a reload')
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(guest.getByText('recibo.png')).toBeVisible()
  // The way to the bank's app costs the tab: the file is still there.
  await guest.reload()
  await expect(guest.getByText('recibo.png')).toBeVisible()

  await guest.route('**/api/uploads', (route) => route.abort('connectionfailed'))
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Esperando la red')).toBeVisible()
  await lucia.goto(`/colecta/${gift}`)
  await lucia
    .getByRole('button', { name: JULIETA.name, exact: true })
    .filter({ visible: true })
    .click()
  await expect(lucia.getByText('Comprobante en camino')).toBeVisible()

  await guest.unroute('**/api/uploads')
  await guest.goto('/')
  await expect(guest.getByText(/registrado, con su comprobante/)).toBeVisible()
  await expect(lucia.getByRole('button', { name: 'Ver comprobante' })).toBeVisible()
})

test('a report does not show that it waits for the network before a tab has tried to send it', {
  tag: '@sweep',
}, async ({ guest, gift }) => {
  test.slow(true, 'three attempts before it waits')
  await reachReceiptStep(guest, gift)
  await guest.route('**/api/collections/*/contributions', (route) => route.abort())
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('Esperando la red.')).toBeVisible()

  // Another tab has the lock and does nothing: for five seconds nobody may send.
  const holder = await guest.context().newPage()
  await holder.goto('/api/health')
  await holder.evaluate(() => {
    const forever = () => new Promise(() => {})
    void navigator.locks.request('entre-todos-reports', { steal: true }, forever)
  })
  await guest.unroute('**/api/collections/*/contributions')
  await guest.goto('/')
  const outgoing = guest.getByRole('region', { name: 'Aportes en camino' })
  await outgoing.waitFor()
  expect(await outgoing.innerText()).toContain('Registrando tu aporte')
  await holder.close()
  await expect(outgoing).toContainText('está registrado')
})

test('a known e-mail asks to sign in, and a second contribution of an e-mail asks for confirmation', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  test.slow(true, 'several reports of the same person')
  await lucia.goto('/')
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '1.000')
  const email = await lucia.evaluate(async () => {
    const session = await (await fetch('/api/session')).json()
    return session.user.email as string
  })
  await guest.getByLabel('Email').fill(email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(
    guest.getByRole('heading', { name: 'Ya tienes una cuenta', exact: true }),
  ).toBeVisible()
  await expect(
    guest.getByRole('dialog').getByRole('link', { name: 'Iniciar sesión' }),
  ).toHaveAttribute('href', `/login?returnTo=${encodeURIComponent(`/contribuir/${gift}`)}`)
  await expect(guest.getByRole('dialog')).toContainText(
    `${email} está registrado. Inicia sesión para que este aporte quede en tu cuenta; lo que escribiste queda guardado.`,
  )
  await guest.getByRole('button', { name: 'Usar otro email' }).click()
  await guest.getByLabel('Email').fill(JULIETA.email)
  for (const times of [1, 2]) {
    await guest.getByRole('button', { name: /^Continuar con/ }).click()
    if (times === 2) {
      await expect(guest.getByRole('alertdialog', { name: 'Pago existente' })).toContainText(
        `Ya hay un aporte registrado con ${JULIETA.email} en esta colecta. Si continúas, se sumará otro.`,
      )
      await guest.getByRole('button', { name: 'Cancelar' }).click()
      await expect(guest.getByRole('alertdialog')).toHaveCount(0)
      await expect(guest.getByRole('button', { name: 'Ya transferí' })).toHaveCount(0)
      await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
      await guest.getByRole('button', { name: /^Continuar con/ }).click()
      await guest
        .getByRole('alertdialog', { name: 'Pago existente' })
        .getByRole('button', { name: 'Continuar' })
        .click()
      await expect(guest.getByRole('button', { name: 'Ya transferí' })).toBeVisible()
      break
    }
    await guest.getByRole('button', { name: 'Ya transferí' }).click()
    await confirmWithoutReceipt(guest)
    await expect(guest.getByText('¡Gracias!')).toBeVisible()
    await guest.goto(`/contribuir/${gift}`)
    await guest.getByRole('button', { name: 'Hacer otro aporte' }).click()
    await fillReport(guest, '1.000')
  }

  // Signed in, their own e-mail is no reason to ask.
  await lucia.goto(`/contribuir/${gift}`)
  await lucia.getByLabel('Monto', { exact: true }).fill('1.000')
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(lucia.getByRole('button', { name: 'Ya transferí' })).toBeVisible()
  // An earlier contribution is.
  await report(lucia, gift, { contributorEmail: email })
  await lucia.goBack()
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(lucia.getByRole('alertdialog', { name: 'Pago existente' })).toContainText(email)
  // A guest with that e-mail signs in first, although it has contributed.
  await guest.goBack()
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await guest.getByLabel('Email').fill(email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(
    guest.getByRole('heading', { name: 'Ya tienes una cuenta', exact: true }),
  ).toBeVisible()
  await expect(guest.getByRole('alertdialog')).toHaveCount(0)
})
