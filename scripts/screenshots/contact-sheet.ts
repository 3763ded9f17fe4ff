export interface Shot {
  file: string
  name: string
  route: string
  width: 'phone' | 'desktop'
  theme: 'light' | 'dark'
}

/** Returns the HTML of a page that shows the pictures in its folder, scene by scene. */
export function contactSheet(shots: readonly Shot[]): string {
  const names = [...new Set(shots.map(({ name }) => name))]
  const sections = names.map((name) => {
    const own = shots.filter((shot) => shot.name === name)
    const pictures = own.map(
      ({ file, width, theme }) =>
        `<a href="${file}"><img class="${width}" src="${file}" alt="${name}, ${width}, ${theme}" loading="lazy"></a>`,
    )
    return `<section id="${name}"><h2>${name} <small>${own[0]?.route}</small></h2>${pictures.join('')}</section>`
  })
  return `<!doctype html>
<html lang="es-AR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Todas las pantallas</title>
<style>
  body { margin: 2rem; font: 16px system-ui; background: #888; color: #fff }
  small { font-weight: 400 }
  section { margin-bottom: 3rem }
  img { vertical-align: top; margin: 0 .5rem .5rem 0 }
  .phone { width: 240px }
  .desktop { width: 560px }
</style>
<h1>Todas las pantallas</h1>
${sections.join('\n')}
</html>
`
}
