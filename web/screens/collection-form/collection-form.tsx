import { useParams } from 'react-router-dom'
import { EditCollection } from './edit-collection.tsx'
import { NewCollection } from './new-collection.tsx'

/** `/colecta/new` and `/colecta/:id/edit`: one form opens a colecta and changes it. */
export function CollectionForm() {
  const { id } = useParams()
  return id === undefined ? <NewCollection /> : <EditCollection key={id} id={id} />
}
