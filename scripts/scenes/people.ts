/* Scenes of the list of people of whom a contribution is expected. */
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { at, type Step, scenes } from './scene.ts'
import {
  fail,
  goOffline,
  goTo,
  hold,
  open,
  pickInMenu,
  press,
  SYNC,
  settled,
  synced,
  until,
  untilDialog,
  untilText,
} from './steps.ts'

const TRIP = {
  title: 'Viaje a Tandil, 4.º B',
  description: 'Micro y alojamiento.',
  suggestedAmount: 20_000_00,
  totalAmount: 600_000_00,
  bankAccount: 'tandil.cuarto.be',
  accountIdentifier: 'Bruno Sosa',
  cantidadPersonas: 30,
  closesAlone: false,
  uniqueCents: false,
}

const EXPECTED = [
  ['Ana Gómez', 'ana@example.com', '11 5555-1234'],
  ['Valentina Ferreyra Del Valle', null, null],
  ['Nicolás Peralta', null, '+54 9 351 512-3456'],
  ['Thiago Ledesma', null, null],
  ['Sofía Leiva', 'sofi@example.com', null],
  ['Luis Pérez', null, null],
  ['Eva Pérez', null, null],
  ['Julieta Romero', null, '011 15 4444-3322'],
] as const

/** Names of contributors; the organiser registered the last contribution by hand. */
const GIVEN = [
  'Nico Peralta',
  'Luis y Eva Pérez',
  'Mamá de Thiago',
  'Papá de Valentina Ferreyra',
  'Abuelos de Sofi',
]

const WITH_PROBLEMS = [
  'Ana Gómez, ana@example.com',
  '2. Bruno Díaz; 11 4444-5555',
  'Carla, carla@casa',
  'Díaz, Delfina',
  'ana gomez, ana@example.com',
  'Emilia Torres',
  'Facundo Ríos',
  'Gina Sosa',
].join('\n')

/** Opens the list of a colecta of Bruno's own, so that no other scene sees it. */
function openTrip(
  {
    people = EXPECTED,
    given = GIVEN,
  }: { people?: readonly (typeof EXPECTED)[number][]; given?: readonly string[] },
  then: (id: string) => Step,
): Step {
  return async (page, server) => {
    const collectionId = newId()
    const deadline = addDays(today(new Date()), 12)
    await server.mutate('bruno', 'create-collection', { id: collectionId, ...TRIP, deadline })
    const listed = people.map(([name, email, phone], position) => ({
      id: newId(),
      name,
      email,
      phone,
      position,
    }))
    if (listed.length > 0) {
      await server.mutate('bruno', 'add-people', { collectionId, people: listed })
    }
    for (const contributorName of given) {
      const id = newId()
      const isByHand = contributorName === GIVEN.at(-1)
      const contribution = { id, contributorName, amount: 20_000_00, message: '' }
      await server.mutate('bruno', 'add-manual-contribution', {
        ...contribution,
        collectionId,
        contributorEmail: null,
      })
      const sofia = listed[4]
      if (isByHand && sofia) {
        await server.mutate('bruno', 'link-people', { ids: [sofia.id], contributionId: id })
      }
    }
    await then(collectionId)(page, server)
  }
}

/** Moves the cursor by key, so that the page scrolls as it does for a person. */
function paste(text: string): Step {
  return async (page) => {
    await page.getByLabel('Personas', { exact: true }).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(text)
  }
}

const openList = (id: string) => open(links.people(id), 'Personas')
const filled = openTrip({}, openList)
const empty = openTrip({ people: [], given: [] }, openList)
const all = openTrip({ people: [EXPECTED[2], EXPECTED[5], EXPECTED[6]] }, openList)

/** The list of people who are expected to contribute. */
export const PEOPLE_SCENES = scenes(
  { route: links.people(':id'), as: 'bruno', alone: true },
  {
    personas: [filled, synced],
    'personas-aportaron': [filled, press(/^Aportaron/), untilText('Lo elegiste tú')],
    'personas-todas': [all, untilText('Ya aportaron todas las personas de la lista.')],
    'personas-vacia': [empty],
    'personas-pegadas': [empty, paste(WITH_PROBLEMS), until('button', 'Agregar 6 personas')],
    'personas-agregar': [
      filled,
      press('Agregar personas'),
      untilDialog('Agregar personas'),
      paste('Ana Gómez, ana@example.com, 11 5555-1234\nIrina Paz'),
      until('button', 'Agregar 1 persona'),
    ],
    'personas-elegir': [
      filled,
      press('Acciones de Ana Gómez'),
      (page) => page.getByRole('menuitem', { name: 'Elegir aporte' }).click(),
      untilDialog('Aporte de Ana Gómez'),
      untilText('Es de Luis Pérez y Eva Pérez'),
    ],
    'personas-editar': [
      filled,
      press('Acciones de Ana Gómez'),
      (page) => page.getByRole('menuitem', { name: 'Editar persona' }).click(),
      untilDialog('Editar persona'),
    ],
    'personas-quitar-lista': [
      filled,
      press('Más acciones'),
      (page) => page.getByRole('menuitem', { name: 'Quitar la lista' }).click(),
      until('alertdialog', '¿Quitar la lista?'),
    ],
    'colecta-duplicar': at(
      links.newCollection(),
      openTrip({}, (id) => open(links.collection(id), TRIP.title)),
      pickInMenu('Duplicar'),
      until('checkbox', 'Copiar también su lista de 8 personas'),
    ),
    'personas-sin-red': [filled, synced, goOffline, untilText('Ves lo último que recibimos')],
    'personas-cargando': [
      openTrip({}, (id) => async (page, server) => {
        await hold(...SYNC, '**/api/query/people**')(page, server)
        await goTo(links.people(id))(page, server)
      }),
      until('status', 'Cargando personas'),
    ],
    'personas-error': [
      openTrip({}, (id) => async (page, server) => {
        await hold(...SYNC)(page, server)
        await fail('**/api/query/people**')(page, server)
        await goTo(links.people(id))(page, server)
      }),
      untilText('Error al cargar las personas'),
    ],
    'colecta-quienes-faltan': at(
      links.collection(':id'),
      openTrip({}, (id) => open(links.collection(id), TRIP.title)),
      (page) => page.getByRole('tab', { name: 'Quiénes faltan' }).click(),
      untilText('de 8 aportaron'),
      settled,
    ),
  },
)
