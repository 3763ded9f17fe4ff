/* Passwords that are common in Argentina (A2). The world's common ones are in @zxcvbn-ts/language-common. */
export const LOCAL_PASSWORDS: readonly string[] = `
  0000000 00000000 012345 0123456 01234567 0123456789 098765 0987654321 101010 1111111 121212 123123123
  12341234 159159 19901990 20002000 20202020 2023202 20242024 20252025 20262026 212121 222222 232323 252525
  321321 333333 444444 456789 555555 654321 7654321 777777 87654321 888888 8888888 88888888 987654 987654321
  9876543210 999999 9999999 99999999 aaaaaa aaaaaaa aaaaaaaa abcabc abcdef abcdefg abcdefgh abuelo admin1234
  administrador agustina alfajor amor123 amoramor amoreterno amormio argentina1 argentina123 argentina2022
  argentina2023 argentina2024 argentina2025 argentina2026 asado123 asdasdasd bariloche bebote belgrano
  boca12 boca123 boca1905 bocajrs bocajuniors boquita buenosaires buenosdias cambiame cambiar campeones
  catamarca chaco123 chubut cielito clave123 clave1234 claveclave colecta colecta123 colectas constanza
  contrasena1 contrasena123 contrasenia contraseña contraseña1 contraseña123 corazon1 corazoncito corrientes
  delfina diego10 diegomaradona dios123 diosamor diosesamor diosmio diostebendiga dulcedeleche entrerios
  entretodos entretodos1 entretodos123 estrella1 estrellita estudiantes facundo familia1 familia123
  ferrocarril firulais florcita formosa fortnite galletita gardel gimnasia girasol guest123 hermana hermano
  hola1234 holamundo huracan iamadmin independiente instagram invierno invitado jesucristo jorgito juancito
  juanpablo jujuy123 lanus1915 lapampa laplata lautaro leomessi lionelmessi lkjhgf login123 lucia123
  lucrecia luna123 malvinas malvinas82 maradona10 mardelplata mariaelena mariposas mate123 matecocido
  mateo123 maximiliano mercadolibre mercadopago messi1 messi123 miamor1 michis miclave micontrasena
  micontraseña mifamilia mihija mihijo mimama mipapa mipassword mishijas mishijos misiones mnbvcxz
  mundial2022 neuquen newells p@ssword patagonia pochoclo poiuyt princesita qatar2022 qqqqqq racing123
  racingclub reinita rionegro river12 river1901 riverplate1 roblox root123 rootroot rosariocentral salta123
  sanlore sanlorenzo sanluis sanmartin scaloneta sofia123 talleres teamo1 teamo123 teamoamor teamomucho
  teamoteamo toby123 tobytoby tomas123 toor123 tucuman ushuaia usuario usuario1 usuario123 velez123
  velezsarsfield verano virgencita xeneize xxxxxx yamila zzzzzz
`
  .trim()
  .split(/\s+/)
