import { describe, expect, it } from 'vitest'
import { payerIn, styleOf } from '../../../shared/conciliation/payer.ts'

const common: ReadonlySet<string> = new Set()

describe('payerIn', () => {
  it.each([
    // Names after a label.
    ['VARELA SA ORIGEN: PAZ LUIS', 'PAZ LUIS'],
    ['VARELA SA ORIGEN : PAZ LUIS', 'PAZ LUIS'],
    ['VARELA SA ORIGEN:PAZ LUIS', 'PAZ LUIS'],
    ['VARELA SA enviado por: Luis Paz', 'Luis Paz'],
    ['VARELA SA enviada por= Luis Paz', 'Luis Paz'],
    ['ORIGEN: PAZ LUIS - REGALO JUANA', 'PAZ LUIS'],
    ['VARELA SA ORDENANTE: PAZ LUIS / REGALO JUANA', 'PAZ LUIS'],
    ['ORIGEN: DE LA FUENTE ANA', 'DE LA FUENTE ANA'],
    // Parts of a text.
    ['VARIOS - PAZ LUIS - REGALO JUANA', 'PAZ LUIS'],
    ['VARIOS   PAZ LUIS   REGALO JUANA', 'PAZ LUIS'],
    ['VARIOS-PAZ LUIS', 'VARIOS-PAZ LUIS'],
    // Words of the bank before and behind a name.
    ['TRANSF.GOMEZ ANA', 'GOMEZ ANA'],
    ['TRANSF GOMEZ ANA VARIOS CTA', 'GOMEZ ANA'],
    ['TRANSF A GOMEZ ANA', 'GOMEZ ANA'],
    ['TRANSF DE CTA GOMEZ ANA', 'GOMEZ ANA'],
    ['TRANSF DESDE GOMEZ ANA', 'GOMEZ ANA'],
    ['CREDITO POR TRANSF', null],
    // Signs and digits.
    ['TRANSF PEREZ & PAZ', 'PEREZ PAZ'],
    ['TRANSF O’CONNOR ANA', 'O’CONNOR ANA'],
    ['TRANSF 00-GOMEZ ANA-01', 'GOMEZ ANA'],
    ['TRANSF PAZ J.M. LUIS', 'PAZ J.M. LUIS'],
    ['TRANSF GOMEZ X7K ANA', null],
    ['TRANSF X7K GOMEZ ANA', 'GOMEZ ANA'],
    ['TRANSF 王芳芳', '王芳芳'],
    // Length.
    ['TRANSF DI LU', null],
    ['TRANSF PAZ LU', 'PAZ LU'],
    ['TRANSF VON SAN', null],
    ['TRANSF ANA EVA LUZ SOL PAZ RIO MAR VEGA', 'ANA EVA LUZ SOL PAZ RIO MAR VEGA'],
    ['TRANSF ANA EVA LUZ SOL PAZ RIO MAR VEGA SOSA', null],
  ])('finds in %j the name %j', (text, name) => {
    expect(payerIn(text)).toEqual({ name, cuit: null })
  })

  it.each([
    ['TRANSF DE LA FUENTE ANA', 'LA FUENTE ANA'],
    ['TRANSF DE DEL VALLE ANA', 'DEL VALLE ANA'],
    ['VARIOS / DE GOMEZ ANA', 'GOMEZ ANA'],
    ['Transferencia recibida de Ana Paz', 'Ana Paz'],
    ['Transferencia recibida de la Fuente Ana', 'de la Fuente Ana'],
    ['Transferencia recibida del Valle Ana', 'del Valle Ana'],
    ['Transferencia recibida de Carlos Paz', 'Carlos Paz'],
    ['Transferencia recibida de Laura Paz', 'Laura Paz'],
    ['TRF 27213972702 DE GOMEZ ANA', 'DE GOMEZ ANA'],
    ['TRF 27213972702 de Gómez Ana', 'Gómez Ana'],
    ['TRF 27213972702 de los Santos Ana', 'de los Santos Ana'],
    ['TRF 27213972702 Del Valle Ana', 'Del Valle Ana'],
  ])('takes in %j the "de" for %j', (text, name) => {
    expect(payerIn(text).name).toBe(name)
  })

  it.each([
    ['TRANSF DE LA FUENTE ANA', true, 'LA FUENTE ANA'],
    ['TRANSF DE LA FUENTE ANA', false, 'DE LA FUENTE ANA'],
    ['TRANSF DEL VALLE ANA', true, 'VALLE ANA'],
    ['TRANSF DEL VALLE ANA', false, 'DEL VALLE ANA'],
    ['TRANSF A GOMEZ ANA', false, 'GOMEZ ANA'],
  ])(
    'finds in %j, where the bank writes a "de" of its own: %s, %j',
    (text, hasPreposition, name) => {
      expect(payerIn(text, { common, hasPreposition }).name).toBe(name)
    },
  )

  it('leaves out the words that a file repeats', () => {
    const style = { common: new Set(['colecta']), hasPreposition: null }
    expect(payerIn('COLECTA GOMEZ ANA', style).name).toBe('GOMEZ ANA')
  })
})

describe('styleOf', () => {
  const DE = 'TRANSF DE GOMEZ ANA'
  const DEL = 'TRANSF DEL VALLE ANA'
  const NONE = 'TRANSF GOMEZ ANA'

  it.each([
    [[DE, DE, DE, DE], null],
    [[DE, DE, DE, DE, 'TRANSF INMEDIATA'], null],
    [[DE, DE, DE, DE, DEL], true],
    [[DE, DE, DEL, NONE, NONE], true],
    [[DE, DE, DE, NONE, NONE, NONE], false],
    [[NONE, NONE, NONE, NONE, NONE], false],
    [Array(5).fill('TRANSF DELIA PAZ'), false],
    [Array(5).fill('TRANSF PAZ DE SOL ANA'), false],
  ])('of %j has a "de" of the bank: %s', (texts: string[], hasPreposition) => {
    expect(styleOf(texts, common)).toEqual({ common, hasPreposition })
  })
})
