/*
 * Names of banks and wallets by the first digits of a CBU or CVU, to show beside an account. Never a reason to reject
 * one: public tables contradict each other. Left out on purpose: codes on which sources disagree (030, 440, 450), banks
 * of historical lists only, and wallets that no real account has confirmed.
 */

/** Returns the bank of a CBU by its first 3 digits, or null. */
export function entityName(code: string): string | null {
  return BANKS.get(code) ?? null
}

/** Returns the wallet of a CVU by its first 7 digits, or null. */
export function walletName(code: string): string | null {
  return WALLETS.get(code) ?? null
}

// Stryker disable all: a table of public facts, which a test could only repeat
const BANKS: ReadonlyMap<string, string> = new Map([
  ['007', 'Banco Galicia'],
  ['011', 'Banco Nación'],
  ['014', 'Banco Provincia'],
  ['015', 'ICBC'],
  ['016', 'Citibank'],
  ['017', 'BBVA'],
  ['020', 'Bancor'],
  ['027', 'Banco Supervielle'],
  ['029', 'Banco Ciudad'],
  ['034', 'Banco Patagonia'],
  ['044', 'Banco Hipotecario'],
  ['045', 'Banco San Juan'],
  ['065', 'Banco Municipal de Rosario'],
  ['072', 'Banco Santander'],
  ['083', 'Banco del Chubut'],
  ['086', 'Banco Santa Cruz'],
  ['093', 'Banco de La Pampa'],
  ['094', 'Banco de Corrientes'],
  ['097', 'BPN'],
  ['131', 'Bank of China'],
  ['143', 'Brubank'],
  ['147', 'Bibank'],
  ['150', 'HSBC / Galicia'],
  ['158', 'Openbank'],
  ['165', 'JPMorgan'],
  ['191', 'Banco Credicoop'],
  ['198', 'Banco de Valores'],
  ['247', 'Banco Roela'],
  ['254', 'Banco Mariva'],
  ['259', 'Itaú / Macro'],
  ['266', 'BNP Paribas'],
  ['268', 'Banco Tierra del Fuego'],
  ['269', 'BROU'],
  ['277', 'Banco Sáenz'],
  ['281', 'Banco Meridian'],
  ['285', 'Banco Macro'],
  ['299', 'Banco Comafi'],
  ['300', 'BICE'],
  ['301', 'Banco Piano'],
  ['305', 'Banco Julio'],
  ['309', 'Banco Rioja'],
  ['310', 'Banco del Sol'],
  ['311', 'NBCH'],
  ['312', 'Banco Voii'],
  ['315', 'Banco Formosa'],
  ['319', 'Banco CMF'],
  ['321', 'Banco Santiago del Estero'],
  ['322', 'BIND'],
  ['330', 'Banco Santa Fe'],
  ['331', 'Banco Cetelem'],
  ['332', 'BSF'],
  ['338', 'BST'],
  ['339', 'RCI'],
  ['340', 'BACS'],
  ['341', 'Banco Masventas'],
  ['384', 'Ualá'],
  ['386', 'Banco Entre Ríos'],
  ['389', 'Banco Columbia'],
  ['415', 'Reba'],
  ['426', 'Banco Bica'],
  ['431', 'Banco Coinag'],
  ['432', 'Banco de Comercio'],
  ['435', 'Banco Sucrédito'],
  ['448', 'Banco Dino'],
  // The central bank lists it as 45030, which shortens to a wrong 450; its accounts start with 453.
  ['453', 'Naranja X'],
])

const WALLETS: ReadonlyMap<string, string> = new Map([
  ['0000003', 'Mercado Pago'],
  ['0000007', 'Ualá'],
  ['0000076', 'Personal Pay'],
  ['0000168', 'Lemon'],
])
