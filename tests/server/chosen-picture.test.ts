import { loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import {
  chosenPicture,
  drawn,
  exifSegment,
  PHOTO_OF_JUANA,
  withSegments,
} from '../support/pictures.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

describe('the picture that an organiser chooses', () => {
  eachEngine((open) => {
    let app: TestApp
    let lucia: Person

    beforeAll(async () => {
      app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
      lucia = await buildPerson(app)
    })

    const choose = (id: string, jpeg: unknown, by = lucia) =>
      by.post(`/api/collections/${id}/picture`, { jpeg })
    const shownOf = async (id: string) =>
      (await visitor(app).get(`/api/collections/${id}`)).body.picture
    const pictureOf = (id: string, query = '') =>
      app.fetch(`/api/collections/${id}/picture.jpg${query}`)

    it('is shown to everyone with the link, and replaced and removed', async () => {
      const id = await buildCollection(app, lucia)
      expect(await shownOf(id)).toBeNull()
      expect((await pictureOf(id)).status).toBe(404)

      const { status, body } = await choose(id, chosenPicture().jpeg)
      expect(status).toBe(200)
      expect(await shownOf(id)).toBe(body.picture)
      const shown = await pictureOf(id, `?v=${body.picture}`)
      expect(shown.headers.get('content-type')).toBe('image/jpeg')
      expect(shown.headers.get('cache-control')).toBe('public, max-age=86400')
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(await loadImage(bytes)).toMatchObject({ width: 1200, height: 630 })

      const other = drawn('image/jpeg', 1200, 630)
      const turned = withSegments(other, exifSegment(1))
      expect((await choose(id, turned.toString('base64'))).body).toEqual(body)
      expect((await choose(id, null)).body).toEqual({ picture: null })
      expect(await shownOf(id)).toBeNull()
      expect((await pictureOf(id)).status).toBe(404)
    })

    it('does not store the location or the camera of a photo', async () => {
      const id = await buildCollection(app, lucia)
      const photo = withSegments(drawn('image/jpeg', 1200, 630), exifSegment(1))
      expect(photo.toString('latin1')).toContain(PHOTO_OF_JUANA.owner)
      await choose(id, photo.toString('base64'))
      const bytes = Buffer.from(await (await pictureOf(id)).arrayBuffer())
      expect(bytes.toString('latin1')).not.toContain(PHOTO_OF_JUANA.owner)
    })

    it.each([
      ['another size', drawn('image/jpeg', 1200, 631).toString('base64')],
      ['another type', drawn('image/png', 1200, 630).toString('base64')],
      ['no picture', 'nada'],
      ['no text', 7],
      ['more than 300 kB', 'A'.repeat(400_001)],
    ])('is refused and changes nothing: %s', async (_, jpeg) => {
      const id = await buildCollection(app, lucia)
      const { picture } = (await choose(id, chosenPicture().jpeg)).body
      expect((await choose(id, jpeg)).status).toBe(400)
      expect(await shownOf(id)).toBe(picture)
    })

    it('can be chosen only by the organiser of an existing colecta', async () => {
      const id = await buildCollection(app, lucia)
      const bruno = await buildPerson(app)
      expect((await choose(id, chosenPicture().jpeg, bruno)).status).toBe(403)
      expect((await choose(newId(), chosenPicture().jpeg)).status).toBe(403)
      expect(await shownOf(id)).toBeNull()
    })

    it('is hidden while an administrator has suspended the colecta, and gone when it is deleted', async () => {
      const id = await buildCollection(app, lucia)
      await choose(id, chosenPicture().jpeg)
      await app.database.query(
        `update collections set suspended_at = now(), suspension_reason = 'x' where id = $1`,
        [id],
      )
      expect(await shownOf(id)).toBeNull()
      expect((await pictureOf(id)).status).toBe(404)
      await app.database.query('delete from collections where id = $1', [id])
      expect(
        await app.database.query('select from collection_pictures where collection_id = $1', [id]),
      ).toEqual([])
    })

    it('can be chosen 60 times an hour', async () => {
      const person = await buildPerson(app)
      const id = await buildCollection(app, person)
      for (let time = 0; time < 60; time++) await choose(id, null, person)
      expect((await choose(id, null, person)).status).toBe(429)
    })
  })
})
