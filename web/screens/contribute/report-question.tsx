import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import type { QuestionKind } from './report-steps.ts'

interface ReportQuestionProps {
  question: QuestionKind
  collection: PublicCollection
  report: ContributionReport
  onContinue: () => void
  onCancel: () => void
}

/**
 * The question that stops a report before its transfer: an unusual amount, an e-mail that has an account, or one that
 * already reported here.
 */
export function ReportQuestion(props: ReportQuestionProps) {
  const { question, collection, report, onContinue, onCancel } = props
  const { contributorEmail: email } = report
  if (question === 'amount') {
    return (
      <ConfirmDialog
        open
        title={`¿Son ${formatMoney(report.amount)}?`}
        confirmLabel="Sí, continuar"
        cancelLabel="Corregir el monto"
        onConfirm={onContinue}
        onCancel={onCancel}
      >
        Es mucho más que los {formatMoney(collection.suggestedAmount)} sugeridos. Si está bien,
        quedará pendiente y se sumará cuando {collection.organiserName} vea el dinero en su cuenta.
      </ConfirmDialog>
    )
  }
  if (question === 'existing') {
    return (
      <ConfirmDialog
        open
        title="Pago existente"
        confirmLabel="Continuar"
        onConfirm={onContinue}
        onCancel={onCancel}
      >
        Ya hay un aporte registrado con {email} en esta colecta. Si continúas, se sumará otro.
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      title="Ya tienes una cuenta"
      lead={`${email} está registrado. Inicia sesión para que este aporte quede en tu cuenta; lo que escribiste queda guardado.`}
      onClose={onCancel}
      foot={
        <>
          <ButtonLink main to={links.login(links.contribute(collection.id))}>
            Iniciar sesión
          </ButtonLink>
          <Button variant="muted" block onClick={onCancel}>
            Usar otro email
          </Button>
        </>
      }
    />
  )
}
