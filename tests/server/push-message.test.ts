import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptPush, vapidKeys } from '../../server/providers/push-message.ts'
import { createPushService, isPublicAddress } from '../../server/providers/push-service.ts'
import { decrypt } from '../support/push-service.ts'

const keyOf = (secret: string) => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'))
  return ecdh
}
const RECEIVER = keyOf('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94')
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg'
const KEYS = { p256dh: RECEIVER.getPublicKey('base64url'), auth: AUTH }

describe('a message', () => {
  it('equals the example of RFC 8291, 5, byte for byte', () => {
    const sender = keyOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const text = 'When I grow up, I want to be a watermelon'
    expect(encryptPush(text, KEYS, salt, sender).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('is read by its receiver, and differs each time', () => {
    const text = 'Ñandú: $ 1.500'
    const [one, other] = [encryptPush(text, KEYS), encryptPush(text, KEYS)]
    for (const body of [one, other]) {
      expect(decrypt(body, RECEIVER, Buffer.from(AUTH, 'base64url'))).toBe(text)
    }
    expect(one.equals(other)).toBe(false)
  })

  it('is not made for a key that is no point of the curve', () => {
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    expect(() => encryptPush('x', { ...KEYS, p256dh })).toThrow()
  })
})

describe('the keys of an installation', () => {
  it('follow from its secret', () => {
    const [one, again, other] = ['a', 'a', 'b'].map((text) => vapidKeys(text.repeat(32)).publicKey)
    expect(one).toBe(again)
    expect(one).not.toBe(other)
    expect(Buffer.from(one ?? '', 'base64url')).toHaveLength(65)
  })

  it('are the same in every release, also when their number begins with a zero', () => {
    expect(vapidKeys('6'.padStart(32, '0')).publicKey).toBe(
      'BHTyjUCbBLUtDEa6Iw_o6VPIkxOvXyXiYMaYwCbqetY9vZiJQQRIugpZ3aLqTQB2oCvuQMuXyIdT9o82N_VhYJ0',
    )
  })
})

describe('an address of a push service', () => {
  const service = (allowed: string[] = []) =>
    createPushService({
      keys: vapidKeys('a'.repeat(32)),
      contact: 'mailto:ayuda@example.com',
      allowed,
      now: () => new Date(),
    })

  it.each([
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://push.example:8443/x',
    'https://ana:clave@push.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'x',
  ])('%s is refused', async (endpoint) => {
    expect(service().accepts(endpoint)).toBe(false)
    const sent = await service().send({ ...KEYS, endpoint }, { topic: 't', text: 'x' })
    expect(sent.name).toBe('failed')
  })

  it.each(['https://push.example/x', 'https://fcm.googleapis.com/fcm/send/x'])(
    '%s is taken',
    (endpoint) => {
      expect(service().accepts(endpoint)).toBe(true)
    },
  )

  it('is taken from the configuration, too, and only that port', () => {
    const { accepts } = service(['http://127.0.0.1:4000'])
    expect(accepts('http://127.0.0.1:4000/x')).toBe(true)
    expect(accepts('http://127.0.0.1:4001/x')).toBe(false)
  })

  it('that resolves to the private network gets nothing', async () => {
    const endpoint = 'https://localhost/x'
    expect(await service().send({ ...KEYS, endpoint }, { topic: 't', text: 'x' })).toEqual({
      name: 'failed',
      reason: 'EPRIVATE',
    })
  })

  it.each([
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.0', true],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['0.0.0.0', false],
    ['8.8.8.8', true],
    ['::1', false],
    ['::', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['2606:4700::1111', true],
    ['', false],
  ])('at %s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})
