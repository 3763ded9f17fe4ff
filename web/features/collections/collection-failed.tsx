import type { AppError } from '../../../shared/errors.ts'
import { Failed } from '../../components/blank.tsx'
import { Page } from '../../components/page.tsx'

type Props = { title: string; error: AppError; retry: () => void }

/** A screen about one collection whose data did not come. */
export function CollectionFailed({ title, error, retry }: Props) {
  return (
    <Page>
      <title>Colecta · Entre Todos</title>
      <Failed level={1} title={title} onRetry={retry}>
        {error.message}
      </Failed>
    </Page>
  )
}
