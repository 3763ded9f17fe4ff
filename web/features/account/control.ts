/** What a form of `useForm` gives to the input of one field. */
export interface Control {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}
