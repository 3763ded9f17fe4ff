/*
 * The passwords that guessing starts with (A2): the world's commonest, and those of here: clubs,
 * places, first names, endearments. Only such as are long enough to be chosen at all.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  000000 0000000 00000000 010203 01020304 012345 0123456 01234567 0123456789 098765 0987654321
  100000 101010 102030 10203040 1020304050 111111 1111111 11111111 111222 111222333 112233 11223344
  1122334455 121212 121314 123000 123123 123123123 123321 12341234 1234321 123456 1234567 12345678
  123456789 1234567890 12345678910 123456a 123456q 12345a 12345abc 12345q 12345qwert 1234abcd
  1234qwer 123567 123654 123654789 123abc 123qwe 124578 131313 135790 142536 147258 147258369 147852
  147896325 159159 159357 159753 19901990 1password 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
  200000 20002000 20202020 2023202 20242024 20252025 20262026 212121 222222 232323 246810 252525
  258456 321321 321654 321654987 333333 369258147 444444 456123 456789 555555 654321 666666 696969
  741852 741852963 7654321 777777 7777777 789456 789456123 852456 87654321 888888 8888888 88888888
  951753 963852 987654 987654321 9876543210 999999 9999999 99999999 a123456 a12345678 a1b2c3
  a1b2c3d4 aa123456 aaa111 aaaaaa aaaaaaa aaaaaaaa abc123 abc1234 abc12345 abcabc abcd123 abcd1234
  abcdef abcdef1 abcdefg abcdefgh abuela abuelo admin12 admin123 admin1234 administrador
  administrator agustin agustina alejandra alejandro alfajor amigas amigos amistad amor123 amoramor
  amorcito amoreterno amormio andrea andres andrew angel1 angels antonio argentina argentina1
  argentina123 argentina2022 argentina2023 argentina2024 argentina2025 argentina2026 arsenal
  asado123 asd123 asdasd asdasdasd asdf1234 asdfasdf asdfg123 asdfgh asdfgh1 asdfghj asdfghjk
  asdfghjkl ashley augusto banana barcelona bariloche baseball basketball batman bautista bebita
  bebote belgrano benjamin boca12 boca123 boca1905 bocajrs bocajuniors boquita buenosaires
  buenosdias butterfly cambiame cambiar camila campeon campeones caramelo carlos carolina catamarca
  cecilia central chaco123 changeme charlie chelsea chocolate chocolate1 chubut cielito claudia
  claudio clave123 clave1234 claveclave colecta colecta123 colectas computer constanza contrasena
  contrasena1 contrasena123 contrasenia contraseña contraseña1 contraseña123 cookie corazon corazon1
  corazoncito cordoba corrientes corvette cowboys cristian cristina cristo cuervo daniel daniela
  default delfina diamond diego10 diegomaradona dios123 diosamor diosesamor diosmio diostebendiga
  dragon dragon1 dulcedeleche eagles eduardo emilia emiliano entrerios entretodos entretodos1
  entretodos123 esteban estrella estrella1 estrellita estudiantes ezequiel facebook facundo familia
  familia1 familia123 federico fernanda fernando ferrari ferrocarril firulais florcita florencia
  flower football formosa fortnite francisca francisco franco freedom gabriel gabriela galletita
  gardel gaston gatito gimnasia ginger girasol golden gonzalo google google123 guest123 guillermo
  gustavo harley hello123 hellohello hermana hermano hernan hola123 hola1234 holahola holamundo
  hunter huracan iamadmin ignacio iloveu iloveyou iloveyou1 independiente instagram internet
  invierno invitado jennifer jessica jesucristo jesus123 joaquin jordan jordan23 jorgito josefina
  joshua juancito juanjo juanpablo jujuy123 julian juliana julieta juventus killer lakers lanus1915
  lapampa laplata lautaro leandro leomessi leonardo leonel letmein letmein1 lionelmessi liverpool
  lkjhgf login123 lorena lorenzo love123 lovelove lovely loveme lucia123 luciana luciano lucrecia
  luna123 lunita magdalena malena malvinas malvinas82 mama123 mamapapa mamita maradona maradona10
  marcela marcelo marcos mardelplata mariaelena mariana mariano marina mariposa mariposas martin
  martina master mate123 matecocido mateo123 matias matthew mauricio maximiliano melina mendoza
  mercadolibre mercadopago mercedes mercedes1 messi1 messi10 messi123 miamor miamor1 micaela michael
  michis miclave micontrasena micontraseña mifamilia miguel mihija mihijo milagros mimama minecraft
  mipapa mipassword mishijas mishijos misiones mnbvcxz monkey monkey1 morena mundial2022 mustang
  naruto natalia neuquen newells nicolas nicole123 nintendo orange oscar123 p@ssw0rd p@ssword
  pablito papa123 papito pass123 pass1234 passpass passw0rd passwd password password1 password12
  password123 password1234 passwordpassword patagonia patricia patricio paulina pelusa pepper
  perrito pochoclo poiuyt pokemon porsche primavera princesa princesita princess priscila purple
  q1w2e3 q1w2e3r4 q1w2e3r4t5 qatar2022 qazwsx qazwsxedc qqqqqq qweasd qweasdzxc qweewq qweqwe
  qwert123 qwert12345 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu
  qwertyui qwertyuiop racing racing1 racing123 racingclub ramiro realmadrid reinita ricardo rionegro
  river12 river123 river1901 riverplate riverplate1 robert roberto roblox rocky123 rodrigo romina
  root123 rootroot rosario rosariocentral sabrina salta123 salvador samanta samsung sanjuan sanlore
  sanlorenzo sanluis sanmartin santacruz santafe santiago santino scaloneta sebastian secret secret1
  secreta secreto sergio shadow silvana silver silvia soccer sofia123 soledad spiderman starwars
  steelers summer sunshine superman talleres tamara tango123 teamo1 teamo123 teamoamor teamomucho
  teamoteamo tequiero test123 test1234 testing testtest thiago thomas tobias toby123 tobytoby
  tomas123 toor123 trustno1 tucuman user123 ushuaia usuario usuario1 usuario123 valentin valentina
  valeria vanesa velez123 velezsarsfield verano veronica victoria virgencita virginia walter welcome
  welcome1 welcome123 whatever winter xeneize ximena xxxxxx yamila yankees yellow zaq12wsx zxc123
  zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123 zzzzzz
`
    .trim()
    .split(/\s+/),
)
