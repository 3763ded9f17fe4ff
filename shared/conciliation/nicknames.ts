/** True when one word is a usual short form of the other. Both are folded. */
export function isNickname(a: string, b: string): boolean {
  return FORMS.get(a)?.has(b) ?? false
}

/** Returns the usual short forms of a folded word, and the words of which it is one. */
export function shortForms(word: string): Iterable<string> {
  return FORMS.get(word) ?? []
}

// Stryker disable all: a table of usual names, which a test could only repeat
const TABLE = `ale alejandro alejandra alexis|agus agustin agustina|andy andres andrea|anita ana|beto alberto roberto
  norberto|betty beatriz|bel belu belen|bety beatriz|caro carolina|cande candela|cata catalina|cami camila camilo
  |carli carlos carla|charly carlos|chelo marcelo|chela graciela|cris cristian cristina|claudi claudia claudio|coco jorge
  |connie constanza|dani daniel daniela|debi debora|deby debora|diego dieguito|edu eduardo|emi emilia emiliano emilio
  |eze ezequiel|fede federico|fer fernando fernanda|flor florencia|fran francisco francisca franco|facu facundo
  |gabi gabriel gabriela|gaby gabriel gabriela|gonza gonzalo|gise gisela giselle|gus gustavo|guille guillermo guillermina
  |gra graciela|geri german|ger german|her hernan|hernancito hernan|ili ileana|ine ines|ivi ivana|iva ivan|javi javier
  |joaco joaquin|joaqui joaquin|juli julia julian juliana julieta julio|juancho juan|juani juan|kari karina
  |lau laura lautaro|leo leonardo leonel leandro|lean leandro|lu lucia luciana luciano lucas luz luisa|luli lucia luciana
  |lucho luis luciano|lu luis|mabel maria|majo maria|mari maria mariana mariano marina|marian mariana mariano
  |maru maria mariana eugenia|marti martin martina|tincho martin|mati matias mateo|maxi maximiliano maximo
  |meli melina melisa|mechi mercedes|mica micaela|mili milagros|miguel migue|moni monica|nacho ignacio|nati natalia
  |nico nicolas|nahue nahuel|noe noelia noemi|norma normita|ori oriana|pablito pablo|pancho francisco|paco francisco
  |pato patricio patricia|pau paula paulina|pepe jose|pedrito pedro|pili pilar|quique enrique|ramoncito ramon|rama ramiro
  |ro romina rocio rosario|roci rocio|rochi rocio|romi romina|rosi rosa rosario|ruben rubencito|rube ruben
  |santi santiago|sebas sebastian|seba sebastian|silvi silvina silvia|sil silvina silvia|sofi sofia|sole soledad
  |susi susana|tami tamara|tato eduardo|teo mateo teodoro|toto tomas|tomi tomas|tom tomas|tommy tomas|vale valeria valentina
  |valen valentina valentin|vani vanesa|vero veronica|vicky victoria|vir virginia|viki victoria|wally walter
  |xime ximena|jime jimena|yani yanina|yami yamila|dami damian|adri adrian adriana|osqui oscar|lala laura|elenita elena
  |barbi barbara|benja benjamin|bauti bautista|thiaguito thiago|isa isabel isabella|cecy cecilia|ceci cecilia`

const FORMS: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const forms = new Map<string, Set<string>>()
  const add = (a: string, b: string) => forms.set(a, (forms.get(a) ?? new Set()).add(b))
  for (const entry of TABLE.split('|')) {
    const [short = '', ...full] = entry.split(/\s+/).filter((word) => word !== '')
    for (const word of full) {
      add(short, word)
      add(word, short)
    }
  }
  return forms
})()
// Stryker restore all
