import type { ComponentType } from 'react'
import { AppError } from '../../../shared/errors.ts'
import type { checkReport } from './check-report.ts'
import type { TransferFlowProps } from './transfer-flow.tsx'

/** What the page needs once somebody takes part: the rules, and the steps after the form. */
export interface Steps {
  checkReport: typeof checkReport
  TransferFlow: ComponentType<TransferFlowProps>
}

/** Fetches them, or throws AppError('unavailable'). Until somebody types they would only be weight. */
export async function loadSteps(): Promise<Steps> {
  try {
    const [{ checkReport }, { TransferFlow }] = await Promise.all([
      import('./check-report.ts'),
      import('./transfer-flow.tsx'),
    ])
    return { checkReport, TransferFlow }
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'No pudimos abrir el siguiente paso. Revisa tu conexión e intenta nuevamente.',
      { cause },
    )
  }
}
