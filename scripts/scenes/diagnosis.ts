import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { ToWorker } from '../../web/replica/worker-host.ts'
import type { Scene } from './scene.ts'
import { fail, fill, inStep, open, press } from './ways.ts'

const diagnosis = links.diagnosis()

/** The diagnosis page: with a replica that responds or does not, with waiting changes, and without a replica. */
export const DIAGNOSIS_SCENES: Scene[] = [
  {
    name: 'diagnostico',
    route: diagnosis,
    as: 'lucia',
    async play(page) {
      await openDiagnosis(page)
      await inStep(page)
      await page.getByRole('table', { name: 'Tablas' }).waitFor()
      await press(page, 'Consultar')
      await page.getByRole('region', { name: 'Resultado de la consulta' }).waitFor()
    },
  },
  {
    name: 'diagnostico-por-enviar',
    route: diagnosis,
    as: 'bruno',
    alone: true,
    async play(page, { collections }) {
      await fail(page, '**/api/sync/mutations')
      await open(page, links.registerContribution(collections.farewell), 'Registrar aporte manual')
      await inStep(page)
      await fill(page, { 'Nombre de quien aportó': 'Carlos Benítez' })
      await press(page, 'Registrar y agregar otro')
      await page
        .getByRole('button', { name: /^Sincronización: .*1 (cambio )?por enviar/ })
        .waitFor()
      await openDiagnosis(page)
      await page.getByRole('definition').filter({ hasText: 'Sin conexión' }).waitFor()
      await page.getByText('add-manual-contribution').click()
      await page.getByText('Carlos Benítez').waitFor()
    },
  },
  {
    name: 'diagnostico-sin-copia',
    route: diagnosis,
    as: 'lucia',
    alone: true,
    async play(page) {
      await page.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined }))
      await openDiagnosis(page)
      await page.getByText('Este dispositivo no guarda una copia.').waitFor()
    },
  },
  {
    name: 'diagnostico-sin-respuesta',
    route: diagnosis,
    as: 'lucia',
    alone: true,
    async play(page) {
      await page.addInitScript(failDiagnosis)
      await openDiagnosis(page)
      await page.getByText('La copia no respondió.').waitFor()
    },
  },
]

/** Runs in the page: the worker responds to every other call. */
function failDiagnosis(): void {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, message: ToWorker) {
    if (message.type !== 'call' || message.method !== 'diagnose') {
      return postMessage.call(this, message)
    }
    const error = { code: 'internal', message: 'La copia de este navegador no pudo responder.' }
    const data = { type: 'refusal', id: message.id, error }
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

async function openDiagnosis(page: Page): Promise<void> {
  await open(page, diagnosis, 'Diagnóstico')
}
