import { Image, ImageOff } from 'lucide-react'
import { choosePicture } from '../../../shared/api/collections.ts'
import { getCollection } from '../../../shared/api/start.ts'
import { PICTURE_SIZE, pictureAddress } from '../../../shared/collection-picture.ts'
import { AppError } from '../../../shared/errors.ts'
import { download, request, withLimit } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useFresh } from '../../api/use-request.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { FileButton, FileProblemNote } from '../../components/file-picker.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { showToast } from '../../components/toast.tsx'
import { CollectionPicture } from '../../features/collections/collection-picture.tsx'
import { drawJpeg } from '../../reports/draw-jpeg.ts'
import styles from './collection-form.module.css'

/** Messengers show no larger picture beside a link. */
const MOST_BYTES = 250 * 1024
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

export type ChosenPicture = ReturnType<typeof useChosenPicture>

/** Loads and saves the picture of a collection, through the server, because the replica does not contain it. */
export function useChosenPicture(collectionId: string) {
  const params = { id: collectionId }
  const { replace, retry, ...found } = useFresh(async () => {
    const { picture = null } = await request(getCollection, { params })
    return picture
  })
  return {
    collectionId,
    found,
    retry,
    url: found.name === 'ready' && found.answer ? pictureAddress(collectionId, found.answer) : null,
    /** In base64; null removes it. Throws AppError. */
    async save(jpeg: string | null) {
      const { picture } = await request(choosePicture, { params, input: { jpeg } })
      replace(picture)
    },
  }
}

/** The card that chooses or removes the picture of a collection. It saves at once, apart from the form. */
export function PictureCard({ picture }: { picture: ChosenPicture }) {
  const { collectionId, found, url, save, retry } = picture
  const { busy, failure, run } = useAction()

  const choose = (file: File) =>
    run(async () => {
      await save(await read(file))
      showToast({ text: 'Guardamos la imagen', icon: Image })
    })

  const remove = (from: string) =>
    run(async () => {
      const before = await base64Of(await download(from, withLimit()))
      await save(null)
      const action = { label: 'Deshacer', onPress: () => run(() => save(before)) }
      showToast({ text: 'Quitamos la imagen', icon: ImageOff, action })
    })

  return (
    <Card className="stack gap-4" title="Imagen">
      {found.name === 'loading' && <Skeleton rows={4} label="Cargando la imagen" />}
      {found.name === 'failed' && (
        <Failed title="No fue posible cargar la imagen." error={found.error} retry={retry} />
      )}
      {found.name === 'ready' && (
        <>
          <p className="muted compact">
            {url
              ? 'Se ve en la página de la colecta y al compartir el enlace.'
              : 'Al compartir el enlace se ve esta, con el avance de la colecta. Puedes elegir una tuya; las apaisadas se ven mejor.'}
          </p>
          <div className={styles.picture}>
            <CollectionPicture
              src={url ?? `/api/collections/${collectionId}/picture.png`}
              alt={url ? 'La imagen que elegiste' : 'La imagen con el avance de la colecta'}
            />
          </div>
          <div className="buttons gap-2">
            <FileButton
              label="Imagen de la colecta"
              accept="image/*"
              variant="secondary"
              icon={Image}
              busy={busy}
              busyText="Guardando…"
              onPick={choose}
            >
              {url ? 'Cambiar imagen' : 'Elegir imagen'}
            </FileButton>
            {url && (
              <Button variant="muted" disabled={busy} onClick={() => remove(url)}>
                Quitar imagen
              </Button>
            )}
          </div>
          {failure && <FileProblemNote text={failure} />}
        </>
      )}
    </Card>
  )
}

/** Returns the file as the JPEG that the server takes, in base64. Throws AppError('invalid-input'). */
async function read(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch((cause) => {
    const message = 'No pudimos leer la imagen. Elige otra, en JPG o PNG.'
    throw new AppError('invalid-input', message, { cause })
  })
  try {
    for (const quality of QUALITIES) {
      const jpeg = await drawJpeg(picture, { ...PICTURE_SIZE, quality })
      if (jpeg && jpeg.size <= MOST_BYTES) return base64Of(jpeg)
    }
  } finally {
    picture.close() // a phone's photo takes 50 MB
  }
  throw new AppError('invalid-input', 'La imagen es demasiado grande. Elige otra.')
}

function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
