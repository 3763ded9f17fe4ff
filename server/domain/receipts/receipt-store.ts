import { pipeline, type Readable, Transform } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { AppError } from '../../../shared/errors.ts'
import { RECEIPT_NOT_UPLOADED } from '../../../shared/receipt.ts'
import type { Limits } from '../limits.ts'
import {
  findFinished,
  finishUpload,
  forgetUpload,
  type Tools,
  withdrawUpload,
} from './receipt-uploads.ts'
import type { UploadLocks } from './upload-locks.ts'

interface StoreTools extends Tools {
  limits: Limits
  uploadLocks: UploadLocks
  onFinished(): void
}

/** @tus/server's store (R1): bytes are in ReceiptFiles, states in the database. A complete upload becomes a receipt. */
export class ReceiptStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  readonly #tools: StoreTools

  constructor(tools: StoreTools) {
    super()
    this.#tools = tools
  }

  /** After a failure, deletes the upload's row: too many of them would block the next tries (R1). */
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await this.#bytes.create(upload)
    } catch (error) {
      await withdrawUpload(this.#tools, upload.id)
      throw error
    }
  }

  /** Stops when another process has taken the lock from a stalled request: it must not overwrite bytes. */
  override write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { uploadLocks } = this.#tools
    const whileHeld = new Transform({
      transform: (chunk, _encoding, pass) =>
        uploadLocks.isHeld(id)
          ? pass(null, chunk)
          : pass(new AppError('unavailable', RECEIPT_NOT_UPLOADED)),
    })
    return this.#bytes.write(
      pipeline(bytes, whileHeld, () => undefined),
      id,
      offset,
    )
  }

  /** Finishes a complete upload: its last response may be lost. A receipt counts as a complete upload (R3). */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#findUpload(id)
    if (upload.offset === upload.size) await this.finish(id)
    return upload
  }

  override remove(id: string): Promise<void> {
    return forgetUpload(this.#tools, id)
  }

  async finish(id: string): Promise<void> {
    await finishUpload(this.#tools, id)
    this.#tools.onFinished()
  }

  async #findUpload(id: string): Promise<Upload> {
    try {
      return await this.#bytes.getUpload(id)
    } catch (error) {
      const finished = await findFinished(this.#tools.database, id)
      if (!finished) throw error
      return new Upload({ id, offset: finished.size, ...finished })
    }
  }

  get #bytes(): DataStore {
    return this.#tools.files.uploads
  }
}
