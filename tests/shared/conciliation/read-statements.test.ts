import { describe, expect, it } from 'vitest'
import { readStatements } from '../../../shared/conciliation/read-statements.ts'
import { declaredZip } from '../../support/declared-zip.ts'

const text = (lines: string[]) => new TextEncoder().encode(lines.join('\n'))

function read(bytes: Uint8Array, account?: string) {
  return readStatements([{ name: 'x.csv', bytes }], { account })
}

const PLAIN = ['Fecha;Descripción;Monto;N° de Comprobante', '12/03/26;x;-10,00;1']

describe('a file', () => {
  it.each([
    [new Uint8Array(), '«x.csv» está vacío.'],
    [
      text(['%PDF-1.7', 'Fecha;Importe']),
      '«x.csv» es un PDF. Descarga el mismo resumen en CSV o Excel.',
    ],
    [text(['hola', 'mundo']), 'No encontramos una fila con fecha e importe en «x.csv».'],
    [text(['PK no es un zip']), '«x.csv» está dañado o incompleto. Descárgalo otra vez.'],
    [
      declaredZip({ 'a.xml': { size: 300 * 1024 * 1024 } }),
      '«x.csv» es demasiado grande al abrirlo. Descarga un período más corto.',
    ],
    [
      declaredZip({ 'a.xml': { isEncrypted: true } }),
      '«x.csv» tiene contraseña. Guárdalo sin ella.',
    ],
    [
      new Uint8Array([
        0xd0,
        0xcf,
        0x11,
        0xe0,
        ...[...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]),
      ]),
      '«x.csv» tiene contraseña. Guárdalo sin ella.',
    ],
  ])('that cannot be read names the cure', async (bytes, problem) => {
    expect((await read(bytes)).problems).toEqual([problem])
  })

  it('may be in UTF-16, in latin1, or have a byte order mark', async () => {
    const rows = [
      'Fecha;Descripción;Monto;N° de Comprobante',
      '12/03/26;27240028935-MUÑOZ ANA;15000,00;1',
    ]
    const whole = rows.join('\r\n')
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...[...whole].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    ])
    const latin1 = new Uint8Array([...whole].map((c) => c.charCodeAt(0)))
    const utf8 = new Uint8Array([0xef, 0xbb, 0xbf, ...text(rows)])
    for (const bytes of [utf16, latin1, utf8]) {
      const { lines } = await read(bytes)
      expect(lines).toMatchObject([
        { name: 'MUÑOZ ANA', amount: 1500000, source: 'roela', line: 'x.csv#2' },
      ])
    }
  })

  it('may be a page of a bank that calls itself .xls', async () => {
    const { lines } = await read(
      text([
        '<html><table><tr><th>Fecha</th><th>Concepto</th><th>Importe</th></tr>',
        '<tr><td>12/03/2026</td><td>TRANSF DE MU&Ntilde;OZ ANA</td><td>$ 1.500,00</td></tr></table>',
      ]),
    )
    expect(lines).toMatchObject([{ day: '2026-03-12', amount: 150000, name: 'MUÑOZ ANA' }])
  })

  it('counts the rows that it skips, and names those it does not understand', async () => {
    const { warnings, lines } = await read(
      text([
        'Fecha;Descripción;Monto;N° de Comprobante',
        '12/03/26;x;-10,00;1',
        '12/03/26;rechazada;0,00;2',
        '99/03/26;x;-10,00;3',
        ';TOTAL;-20,00;',
      ]),
    )
    expect(lines).toHaveLength(1)
    expect(warnings).toEqual([
      '«x.csv»: Leímos 3 de 4 filas; esta no se entiende: 4',
      '«x.csv»: 1 fila sin importe, 1 fila sin fecha',
    ])
  })

  it('adds the text of a row without day and amount to the movement above it, and to no other', async () => {
    const { lines } = await read(
      text([
        'Fecha;Descripción;Monto;N° de Comprobante',
        '12/03/26;Transferencia recibida;15000,00;1',
        ';GOMEZ ANA;;',
        '13/03/26;Transferencia recibida;9000,00;2',
        '14/03/26;Transferencia a confirmar;7000,00;3',
        ';PEREZ LUIS;;',
        '15/03/26;Consulta;0,00;4',
        ';DIAZ EVA;;',
      ]),
    )
    expect(lines.map(({ amount, name }) => [amount, name])).toEqual([
      [15_000_00, 'GOMEZ ANA'],
      [9_000_00, null],
    ])
  })

  it('that was cut in half does not add up', async () => {
    const rows = [
      'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE',
      '0,00;3.000,00;-10,00;2.990,00',
      '',
      'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
      '03-03-2026;Transferencia recibida Ana; la de 5to;111111111111;3.000,00;3.000,00',
      '03-03-2026;Impuesto por extracción ;111111111111;-10,00;2.990,00',
    ]
    const whole = await read(text(rows))
    expect(whole.warnings).toEqual([])
    // The tax has the number of its transfer.
    expect(whole.lines.map(({ amount, reference }) => [amount, reference])).toEqual([
      [-1000, '111111111111'],
      [300000, '111111111111'],
    ])
    for (const cut of [rows.toSpliced(5, 1), rows.toSpliced(4, 1)]) {
      expect((await read(text(cut))).warnings).toEqual([
        '«x.csv»: Los totales del archivo no coinciden: puede estar cortado.',
      ])
    }
  })

  it('of another account gives a warning, and movements in dollars are skipped', async () => {
    const other = await read(
      text(['CBU;0720000788000000001234', ...PLAIN]),
      '0000003100000000009535',
    )
    expect(other.warnings).toEqual([
      '«x.csv»: Este archivo es de otra cuenta: termina en 1234 y la de la colecta en 9535',
    ])
    for (const above of [
      'Cuenta;Caja de ahorro en dólares',
      ';Cuenta;;Caja de ahorro en dólares',
    ]) {
      const dollars = await read(text([above, ...PLAIN]))
      expect(dollars.lines).toEqual([])
      expect(dollars.warnings).toEqual(['«x.csv»: Esta hoja está en dólares y no se usa.'])
    }
  })

  it('of an unknown bank is read by its headers and its values', async () => {
    const { lines } = await read(
      text([
        'Banco de la Ribera;;;;;',
        'Fecha Operación;Descripción;Referencia;Débitos;Créditos;Saldo',
        '02/03/2026;TRANSFERENCIA RECIBIDA DE GOMEZ ANA 27-21397270-2;0012345;;15.000,00;1,00',
        '03/03/2026;DEBITO AUTOMATICO EDENOR;0012346;2.000,00;;1,00',
      ]),
    )
    expect(lines).toMatchObject([
      { amount: 1500000, name: 'GOMEZ ANA', cuit: '27213972702', reference: '0012345' },
      { amount: -200000 },
    ])
    const american = await read(
      text([
        'Date,Description,Amount,Balance',
        '3/2/2026,TRANSFER FROM GOMEZ ANA,"1,500.00","2,000.00"',
        '3/25/2026,CARD PURCHASE,"-20.00","1,980.00"',
      ]),
    )
    expect(american.lines).toMatchObject([
      { day: '2026-03-02', amount: 150000 },
      { day: '2026-03-25', amount: -2000 },
    ])
  })

  it('of a known bank has clear days, even where no row has an amount', async () => {
    const empty = await read(text([...PLAIN.slice(0, 1), '03/04/26;x;0,00;1']))
    expect(empty).toMatchObject({ lines: [], problems: [], unknown: [], unsure: [] })
    expect(empty.warnings).toEqual(['«x.csv»: 1 fila sin importe'])
  })

  it('without headers is read by its values', async () => {
    const rows = (amount: string) => text([`12/03/2026;GOMEZ ANA;${amount}`, '13/03/2026;PAZ;0,00'])
    expect((await read(rows('15.000,00'))).lines).toMatchObject([{ amount: 15_000_00 }])
    const { problems, warnings } = await read(rows('0,00'))
    expect(problems).toEqual(['No encontramos una fila con fecha e importe en «x.csv».'])
    expect(warnings).toEqual([])
  })

  it('with headers and no amount but zero has no movement', async () => {
    const { unknown, warnings } = await read(text(['Fecha;Quien;Monto', '13/03/2026;PAZ;0,00']))
    expect(unknown).toEqual([])
    expect(warnings).toEqual(['«x.csv»: 1 fila sin importe'])
  })

  it('of an unknown bank may say credit or debit behind the amount', async () => {
    const { lines } = await read(
      text([
        'Fecha,Concepto,Valor',
        '02/03/2026,GOMEZ ANA,"1,00 CR"',
        '03/03/2026,KIOSCO,"2,00 DB"',
      ]),
    )
    expect(lines.map(({ amount }) => amount)).toEqual([100, -200])
  })

  it('shows no name where a bank writes its own movements into the column of names', async () => {
    const { lines } = await read(
      text([
        'Fecha;Origen;Débito;Crédito',
        '02/03/2026;Gómez, Ana;;15.000,00',
        '03/03/2026;DEPOSITO EFECTIVO;;15.000,00',
        '04/03/2026;Paz, Luis;;15.000,00',
      ]),
    )
    expect(lines.map(({ name, kind }) => ({ name, kind }))).toEqual([
      { name: 'Gómez, Ana', kind: 'transfer' },
      { name: null, kind: 'cash' },
      { name: 'Paz, Luis', kind: 'transfer' },
    ])
  })

  it('asks for its columns when credits and debits look alike', async () => {
    const rows = ['Día;Detalle;Sumó;Restó', '02/03/2026;x;3,00;', '03/03/2026;y;;4,00']
    const { unknown, lines } = await read(
      text([...rows, '04/03/2026;z;5,00;', '05/03/2026;z;;6,00']),
    )
    expect(lines).toEqual([])
    expect(unknown).toMatchObject([{ titles: ['Día', 'Detalle', 'Sumó', 'Restó'] }])
  })

  it('takes the sign of an amount from the balance', async () => {
    const { lines } = await read(
      text([
        'Fecha;Concepto;Importe;Saldo',
        '02/03/2026;GOMEZ ANA;15.000,00;16.000,00',
        '03/03/2026;KIOSCO;500,00;15.500,00',
        '04/03/2026;PAZ LUIS;15.000,00;30.500,00',
      ]),
    )
    expect(lines.map(({ amount }) => amount)).toEqual([1500000, -50000, 1500000])
  })

  it('of Mercado Pago’s releases has balances that are no movements', async () => {
    const { lines } = await read(
      text([
        'DATE,SOURCE_ID,RECORD_TYPE,DESCRIPTION,NET_CREDIT_AMOUNT,NET_DEBIT_AMOUNT',
        '2026-03-01T00:00:00.000-03:00,,initial_available_balance,,1000.00,0.00',
        '2026-03-02T23:30:00.000-04:00,123456789012,release,payment,15000.00,0.00',
        '2026-03-05T00:00:00.000-03:00,,total,,15000.00,0.00',
      ]),
    )
    expect(lines).toMatchObject([{ day: '2026-03-03', amount: 1500000 }])
  })

  it('of Mercado Pago’s releases shows payers, and amounts before fees', async () => {
    const { lines, warnings } = await read(
      text([
        'DATE,SOURCE_ID,EXTERNAL_REFERENCE,RECORD_TYPE,DESCRIPTION,NET_CREDIT_AMOUNT,NET_DEBIT_AMOUNT,GROSS_AMOUNT,MP_FEE_AMOUNT,CURRENCY,PAYER_NAME,PAYER_ID_NUMBER',
        '2026-03-01T00:00:00.000-03:00,,,initial_available_balance,,1000.00,0.00,1000.00,0.00,ARS,,',
        '2026-03-02T10:30:00.000-03:00,123456789012,,release,payment,19400.00,0.00,20000.00,-600.00,ARS,Ana Gómez,27213972702',
        '2026-03-03T10:30:00.000-03:00,123456789013,,release,payment,15000.00,0.00,15000.00,0.00,ARS,Luis Paz,12345678',
        '2026-03-03T10:30:00.000-03:00,123456789014,,release,payment,10.00,0.00,10.00,0.00,USD,Eva Sol,',
        '2026-03-04T10:30:00.000-03:00,123456789015,,release,payout,0.00,5000.00,-5000.00,0.00,ARS,,',
        '2026-03-05T00:00:00.000-03:00,,,total,,35400.00,5000.00,30400.00,0.00,ARS,,',
      ]),
    )
    expect(lines.toSorted((a, b) => (a.line < b.line ? -1 : 1))).toMatchObject([
      {
        line: 'x.csv#3',
        day: '2026-03-02',
        amount: 19_400_00,
        gross: 20_000_00,
        name: 'Ana Gómez',
        cuit: '27213972702',
        reference: '123456789012',
        hasStableReference: true,
        source: 'mercado-pago-release',
      },
      { line: 'x.csv#4', amount: 15_000_00, gross: null, name: 'Luis Paz', cuit: null },
      { line: 'x.csv#6', amount: -5_000_00, gross: null },
    ])
    expect(warnings).toEqual(['«x.csv»: 2 filas sin confirmar, 1 fila en dólares'])
  })

  it('of Mercado Pago’s transactions has the days of Buenos Aires, and no payer', async () => {
    const { lines } = await read(
      text([
        'SOURCE_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;TRANSACTION_DATE;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_CURRENCY',
        '123456789012;SETTLEMENT;20000.00;ARS;2026-03-02T23:30:00.000-04:00;-600.00;19400.00;ARS',
        '123456789013;PAYOUTS;-5000.00;ARS;2026-03-04T10:30:00.000-04:00;0.00;-5000.00;ARS',
        '123456789012;REFUND;-20000.00;ARS;2026-03-05T10:30:00.000-04:00;600.00;-19400.00;ARS',
      ]),
    )
    expect(lines.toSorted((a, b) => (a.line < b.line ? -1 : 1))).toMatchObject([
      {
        day: '2026-03-03',
        amount: 19_400_00,
        gross: 20_000_00,
        name: null,
        cuit: null,
        reference: '123456789012',
        source: 'mercado-pago-settlement',
      },
      { day: '2026-03-04', amount: -5_000_00, gross: null },
      { day: '2026-03-05', amount: -19_400_00, reference: '123456789012' },
    ])
  })

  it('of Mercado Pago’s older sales counts approved payments, and recognises refunds', async () => {
    const { lines, warnings } = await read(
      text([
        'Fecha de compra;ID de operación en Mercado Pago;Estado;Descripción;Valor de la compra;Monto devuelto;Moneda;Pagador;Documento del pagador',
        '02/03/2026 10:30;123456789012;approved;Transferencia;15.000,37;0,00;ARS;Muñoz, Ana;27213972702',
        '13/03/2026 10:30;123456789013;approved;Transferencia;15.000,00;15.000,00;ARS;Paz, Luis;20-26476095-0',
        '13/03/2026 10:30;123456789014;rejected;Transferencia;15.000,00;0,00;ARS;Sol, Eva;',
        '14/03/2026 10:30;123456789015;refunded;Transferencia;9.000,00;0,00;ARS;Sol, Eva;',
        '14/03/2026 10:30;123456789016;approved;Transferencia;90,00;0,00;USD;Sol, Eva;',
      ]),
    )
    expect(lines.toSorted((a, b) => (a.line < b.line ? -1 : 1))).toMatchObject([
      {
        day: '2026-03-02',
        amount: 15_000_37,
        name: 'Muñoz, Ana',
        cuit: '27213972702',
        reference: '123456789012',
        isReturned: false,
        source: 'mercado-pago-sales',
      },
      { amount: 15_000_00, cuit: '20264760950', isReturned: true },
      { amount: 9_000_00, isReturned: true },
    ])
    expect(warnings).toEqual(['«x.csv»: 1 fila sin confirmar, 1 fila en dólares'])
  })

  it('of Banco Ciudad recognises transfers from the same owner by their CUIT', async () => {
    const { lines } = await read(
      text([
        'Cuenta;CUIT Cuenta;Fecha;Monto;N° de Comprobante;Descripción;Saldo',
        '000123456;27213972702;12/03/2026;15000,00;60119392;TRANSF 27213972702 GOMEZ ANA;15000,00',
        '000123456;27213972702;13/03/2026;15000,00;60119393;TRANSF 20264760950 PAZ LUIS;30000,00',
      ]),
    )
    expect(lines.map(({ cuit, kind }) => ({ cuit, kind }))).toEqual([
      { cuit: '27213972702', kind: 'own-account' },
      { cuit: '20264760950', kind: 'transfer' },
    ])
  })

  it('with unclear columns is a question', async () => {
    const { unknown } = await read(text(['Fecha;Valor', '12/03/2026;hola']))
    expect(unknown).toMatchObject([
      { file: 'x.csv', header: 'fecha|valor', titles: ['Fecha', 'Valor'] },
    ])
    const { lines } = await readStatements(
      [{ name: 'x.csv', bytes: text(['Dia;Plata;Fecha valor;Importe?', '12/03/2026;3,00;;']) }],
      {
        mappingOf: (header) =>
          header === 'dia|plata|fecha valor|importe'
            ? { columns: { day: 0, amount: 1, texts: [] } }
            : undefined,
      },
    )
    expect(lines).toMatchObject([{ amount: 300 }])
  })

  it('with days that could be read in two ways is read day first, and is a question', async () => {
    const rows = ['Fecha;Monto;Quien', '03/04/2026;-1500,00;Ana Paz', '05/04/2026;200,00;Beto Sosa']
    const { lines, unsure } = await read(text(rows))
    expect(lines.map(({ day }) => day).toSorted()).toEqual(['2026-04-03', '2026-04-05'])
    expect(unsure).toMatchObject([
      { header: 'fecha|monto|quien', guess: { day: 0, amount: 1 }, unsureDay: '03/04/2026' },
    ])
    const other = await read(text(['Quien;Fecha;Monto', 'Ana Paz;03/04/2026;-1500,00']))
    expect(other.unsure).toMatchObject([{ guess: { day: 1, amount: 2 }, unsureDay: '03/04/2026' }])
    const seen: number[] = []
    const mapped = await readStatements([{ name: 'x.csv', bytes: text(rows) }], {
      mappingOf: () => ({
        columns: { day: 0, amount: 1, name: 2, texts: [] },
        order: 'month-first',
        isNegativeIncome: true,
      }),
      onRows: (_, rows) => seen.push(rows),
    })
    expect(mapped.lines).toMatchObject([
      { day: '2026-03-04', amount: 1500_00 },
      { day: '2026-05-04', amount: -200_00 },
    ])
    expect(mapped.unsure).toEqual([])
    expect(seen).toEqual([2])
  })
})
