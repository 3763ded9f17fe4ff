import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { exportOf } from '../../server/domain/account-export.ts'
import { MINUTE } from '../../shared/time.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  matchInput,
  type Person,
  peopleInput,
} from '../support/people.ts'
import { chosenPicture } from '../support/pictures.ts'
import { readZip } from '../support/read-zip.ts'
import { announce } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'

/* A person's download of their data (law 25.326, art. 14). */
engineOfTier((open) => {
  let app: TestApp
  let lucia: Person
  let bruno: Person
  /** Of a contribution to Lucía's colecta, and of one of hers to Bruno's. */
  const received = picture(3_000)
  const given = picture(2_000)
  let gift: string
  let paid: string

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
    bruno = await buildPerson(app)
    gift = await buildCollection(app, lucia, { title: 'Regalo para la seño' })
    const trip = await buildCollection(app, bruno, { title: 'Viaje de egresados' })
    paid = await buildReport(app, gift, { contributorName: 'Julieta Romero' })
    await lucia.post(`/api/collections/${gift}/picture`, chosenPicture())
    await app.database.query('update statement_keys set key = $2 where id = $1', [
      lucia.id,
      'secret'.padEnd(43, '_'),
    ])
    await lucia.mutate('match-lines', { matches: [matchInput(paid)] })
    await lucia.mutate('add-people', peopleInput(gift, 'Marta Sosa'))
    await bruno.mutate('add-people', peopleInput(trip, 'Nadie de Bruno'))
    await buildReport(app, trip, { contributorName: 'Nadie de Lucía' })
    const server = await serveApp(app)
    const toGift = await announce(app, gift)
    await upload(server.origin, received, metadataOf(received, toGift.capability))
    const toTrip = await announce(app, trip, { by: lucia, message: 'De Lucia' })
    const own = (await lucia.post('/api/reports/own/key', { id: toTrip.id })).body
    const corrected = { id: toTrip.id, key: own.key, changes: { message: 'De Lucía' } }
    expect((await lucia.post('/api/reports/own/correction', corrected)).status).toBe(200)
    await upload(server.origin, given, metadataOf(given, toTrip.capability))
    await server.close()
  })

  const address = async (person: Person) =>
    (await person.post('/api/account/export')).body.url as string

  async function download(person: Person): Promise<Map<string, Buffer>> {
    const response = await app.fetch(await address(person), {
      headers: { cookie: `session=${person.cookies.get('session')}` },
    })
    expect(response.headers.get('content-type')).toBe('application/zip')
    return readZip(Buffer.from(await response.arrayBuffer()))
  }

  describe('a person’s own data', () => {
    it('are one ZIP: profile, sessions, contributions and colectas, with all receipts', async () => {
      const files = await download(lucia)
      const json = (name: string) => JSON.parse(String(files.get(name)))
      const folder = 'mis-colectas/001-regalo-para-la-seno'
      const receipts = [...files.keys()].filter((name) => name.includes('/comprobantes/'))
      expect([...files.keys()].filter((name) => !receipts.includes(name))).toEqual([
        'LEEME.txt',
        'perfil.json',
        'sesiones.json',
        'mis-aportes/aportes.json',
        `${folder}/colecta.json`,
        `${folder}/aportes.csv`,
        `${folder}/acreditaciones.json`,
        `${folder}/personas.json`,
        `${folder}/imagen.jpg`,
      ])
      expect(json('perfil.json')).toMatchObject({
        id: lucia.id,
        email: lucia.email,
      })
      expect(json('sesiones.json')).toHaveLength(1)
      expect(json('mis-aportes/aportes.json')).toMatchObject([
        {
          motivo: 'Viaje de egresados',
          monto: '5000.00',
          mensaje: 'De Lucía',
          correcciones: [{ by: 'guest', message: ['De Lucia', 'De Lucía'] }],
        },
      ])
      expect(json(`${folder}/colecta.json`)).toMatchObject({
        id: gift,
        montoSugerido: '5000.00',
        total: '100000.00',
        recaudado: '10000.00',
        estado: 'abierta',
      })
      const csv = String(files.get(`${folder}/aportes.csv`))
      expect(csv.split('\n')).toHaveLength(4) // a head, two contributions, the end
      expect(csv).toContain('Julieta Romero')
      expect(json(`${folder}/acreditaciones.json`)).toMatchObject([
        { aporte: paid, día: '2026-11-20', monto: '5000.00', deshecha: null },
      ])
      expect(json(`${folder}/personas.json`)).toMatchObject([{ nombre: 'Marta Sosa' }])
      expect(files.get(`${folder}/imagen.jpg`)?.toString('base64')).toBe(chosenPicture().jpeg)
      expect(receipts).toHaveLength(2)
      expect(files.get(receipts[0] ?? '')).toEqual(given)
      expect(files.get(receipts[1] ?? '')).toEqual(received)
      expect(receipts[1]).toContain(`${folder}/comprobantes/`)
    })

    it('contain no data of other people, and no secret', async () => {
      const all = Buffer.concat([...(await download(lucia)).values()]).toString('latin1')
      expect(all).not.toContain('Nadie de')
      expect(all).not.toContain(bruno.email)
      expect(all).not.toContain('argon2')
      expect(all).not.toContain('secret_')
      expect(all).not.toContain(lucia.cookies.get('session') ?? '')
    })

    it('name the account at Mercado Pago that was connected, without the tokens', async () => {
      await app.database.query(
        `insert into sellers (
           user_id, account_id, account_name, tokens, key_id, connected_at, renew_at
         )
         values ($1, '1001', 'bruno.cobra@example.com', 'cifrado', 'k', '2026-11-03T14:20Z', now())`,
        [bruno.id],
      )
      const [hers, his] = [
        await download(lucia),
        String((await download(bruno)).get('perfil.json')),
      ]
      expect(JSON.parse(String(hers.get('perfil.json')))).toMatchObject({
        cuentaDeMercadoPago: null,
      })
      expect(JSON.parse(his)).toMatchObject({
        cuentaDeMercadoPago: { numero: '1001', nombre: 'bruno.cobra@example.com' },
      })
      expect(his).not.toContain('cifrado')
    })

    it('of a person without any are complete, too', async () => {
      const files = await download(await buildPerson(app))
      expect(JSON.parse(String(files.get('mis-aportes/aportes.json')))).toEqual([])
    })

    it('name a receipt that could not be read', async () => {
      const [row] = await app.database.query<{ path: string }>(
        'select path from receipts where collection_id = $1',
        [gift],
      )
      const reading = vi.spyOn(app.context.files, 'read').mockImplementation(async (path) => {
        if (path === row?.path) throw new Error('gone')
        return Readable.from([given])
      })
      onTestFinished(() => reading.mockRestore())
      const files = await download(lucia)
      expect(String(files.get('FALTAN.txt'))).toContain(row?.path.split('/')[1])
    })

    it('are read while they are sent, and not after the download is cancelled', async () => {
      const reading = vi.spyOn(app.context.files, 'read')
      onTestFinished(() => reading.mockRestore())
      const reader = exportOf(app.context, lucia.id).getReader()
      await reader.read()
      expect(reading).not.toHaveBeenCalled()
      while (reading.mock.calls.length === 0) await reader.read()
      await reader.cancel()
      const opened = await reading.mock.results[0]?.value
      await expect.poll(() => opened.destroyed).toBe(true)
      expect(reading).toHaveBeenCalledTimes(1)
    })

    it('leave out a colecta that is deleted during the download', async () => {
      const ana = await buildPerson(app)
      const ids = [await buildCollection(app, ana), await buildCollection(app, ana)]
      const reader = exportOf(app.context, ana.id).getReader()
      const chunks: Uint8Array[] = []
      const nextChunk = async () => {
        const { done, value } = await reader.read()
        if (value) chunks.push(value)
        return !done
      }
      const text = () => Buffer.concat(chunks).toString('latin1')
      while (!/mis-colectas\/001/.test(text())) await nextChunk()
      await ana.mutate('delete-collection', { id: ids.sort()[1] })
      while (await nextChunk());
      const names = [...readZip(Buffer.concat(chunks)).keys()]
      expect(names.filter((name) => name.endsWith('colecta.json'))).toHaveLength(1)
    })

    it('are downloaded from a URL that works for one person and for five minutes', async () => {
      const url = await address(lucia)
      expect((await bruno.get(url)).status).toBe(403)
      expect((await lucia.get(`${url}x`)).status).toBe(403)
      expect((await lucia.get(url.replace(/until=\d/, 'until=9'))).status).toBe(403)
      app.clock.forward(4 * MINUTE)
      expect((await lucia.get(url)).status).toBe(200)
      app.clock.forward(2 * MINUTE)
      expect((await lucia.get(url)).body.code).toBe('link-expired')
    })
  })
})
