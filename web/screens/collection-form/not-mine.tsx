import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { getCollection } from '../../../shared/api/start.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { Loading } from '../../components/loading.tsx'
import { CollectionMissing } from '../../features/collections/collection-missing.tsx'

/** Somebody else's collection leads home; one that nobody has is said so. */
export function NotMine({ id }: { id: string }) {
  const [exists, setExists] = useState<boolean | null>(null)

  useEffect(() => {
    let current = true
    request(getCollection, { params: { id } }).then(
      () => current && setExists(true),
      () => current && setExists(false),
    )
    return () => {
      current = false
    }
  }, [id])

  if (exists === null) return <Loading />
  if (exists) return <Navigate to={links.home()} replace />
  return <CollectionMissing title="La colecta no existe o ha sido eliminada." />
}
