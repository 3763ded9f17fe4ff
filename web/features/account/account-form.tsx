import type { ComponentProps, FormEvent, ReactNode, Ref } from 'react'
import { Button, type ButtonLook } from '../../components/button.tsx'
import { FormProblems } from '../../components/form-problems.tsx'

interface AccountFormProps {
  form: ComponentProps<typeof FormProblems>['form'] & {
    busy: boolean
    submit: (event: FormEvent) => void
  }
  submitLabel: string
  busyText: string
  variant?: ButtonLook['variant']
  /** Shown with the server's error, such as a link to recover the password. */
  remedy?: ReactNode
  /** false until the script runs: a form sent before it would put the password into the URL. */
  isHydrated?: boolean
  ref?: Ref<HTMLFormElement>
  children: ReactNode
  foot?: ReactNode
}

export function AccountForm(props: AccountFormProps) {
  const { form, isHydrated = true } = props
  return (
    <form ref={props.ref} className="stack gap-5" onSubmit={form.submit} noValidate>
      <FormProblems form={form}>{props.remedy}</FormProblems>
      {props.children}
      <Button
        type="submit"
        disabled={!isHydrated}
        variant={props.variant}
        main
        busy={form.busy || !isHydrated}
        busyText={isHydrated ? props.busyText : 'Un momento…'}
      >
        {props.submitLabel}
      </Button>
      {props.foot}
    </form>
  )
}
