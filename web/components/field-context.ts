import { createContext, useContext } from 'react'

/** What a control must carry so that its label, hint and error are read with it. */
export type FieldWiring = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

export const FieldContext = createContext<FieldWiring>({})

/** The wiring of the Field around a control; empty outside of one. */
export function useFieldWiring(): FieldWiring {
  return useContext(FieldContext)
}
