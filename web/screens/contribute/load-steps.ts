import type { ComponentType } from 'react'
import { AppError } from '../../../shared/errors.ts'
import type { askFirst } from './ask-first.ts'
import type { checkReport } from './check-report.ts'
import type { FirstQuestion } from './first-question.tsx'
import type { goToCheckout } from './go-to-checkout.ts'
import type { TransferFlowProps } from './transfer-flow.tsx'

/** The code that is loaded when somebody starts a contribution: the rules and the steps after the form. */
export interface Steps {
  checkReport: typeof checkReport
  askFirst: typeof askFirst
  FirstQuestion: typeof FirstQuestion
  TransferFlow: ComponentType<TransferFlowProps>
  goToCheckout: typeof goToCheckout
}

/** Fetches them, or throws AppError('unavailable'). Until somebody types they would only be weight. */
export async function loadSteps(): Promise<Steps> {
  try {
    const [
      { checkReport },
      { askFirst },
      { FirstQuestion },
      { TransferFlow },
      { goToCheckout },
      { resumeReports },
    ] = await Promise.all([
      import('./check-report.ts'),
      import('./ask-first.ts'),
      import('./first-question.tsx'),
      import('./transfer-flow.tsx'),
      import('./go-to-checkout.ts'),
      import('../../reports/outgoing.ts'),
    ])
    await resumeReports()
    return { checkReport, askFirst, FirstQuestion, TransferFlow, goToCheckout }
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'No pudimos abrir el siguiente paso. Revisa tu conexión e intenta nuevamente.',
      { cause },
    )
  }
}
