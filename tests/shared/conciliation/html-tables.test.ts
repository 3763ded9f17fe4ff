import { describe, expect, it } from 'vitest'
import { htmlTables } from '../../../shared/conciliation/html-tables.ts'

function rowsOf(html: string) {
  const [table] = htmlTables(html)
  expect(table?.sheet).toBeNull()
  return table?.rows.map(({ number, cells }) => [number, ...cells])
}

describe('a table of a page', () => {
  it.each([
    ['<table class="m"><tr><th>Fecha<th>Importe<tr><td>1<td>2</table>', [1, 'Fecha', 'Importe']],
    ['<TABLE><TR BGCOLOR="white"><TD>a</TD></TR></TABLE>', [1, 'a']],
    ['<table><td>no<tr><td>a</td></tr></table>', [1, 'a']],
    ['<table><tr><td>a</td></tr><td>no</td></table>', [1, 'a']],
    ['<table><tr><td>a</td></tr >\n<td>no</td></table>', [1, 'a']],
    ['<table><tr><td>a</table><td>no</td>', [1, 'a']],
    ['<table><tr><td>a</table ><td>no</td>', [1, 'a']],
    ['<table><tr><td> </td></tr><tr><td></td><td>a</td></tr></table>', [2, '', 'a']],
    ['<table><!-- viejo:\n<tr><td>no</td></tr> --><tr><td>a</td></tr></table>', [1, 'a']],
    ['<table><tr><td>a<!-- b -->c</td></tr></table>', [1, 'ac']],
    ['<script>\nwrite("<tr><td>no")\n</script><tr><td>a</td></tr>', [1, 'a']],
    ['<style>\n.x {} <tr><td>no\n</style ><tr><td>a</td></tr>', [1, 'a']],
    ['<SCRIPT src="x">write("<tr><td>no")</Script><tr><td>a</td></tr>', [1, 'a']],
  ])('in %j has the row %j', (html, row) => {
    expect(rowsOf(html)?.[0]).toEqual(row)
  })

  it.each([
    ['<td colspan=2>a<td>b', ['a', '', 'b']],
    ['<td colspan="2">a<td>b', ['a', '', 'b']],
    ["<td class='x' colspan = '3'>a<td>b", ['a', '', '', 'b']],
    ['<td colspan= 2>a<td>b', ['a', '', 'b']],
    ['<td COLSPAN=12>a', ['a', ...Array(11).fill('')]],
    ['<td colspan="0">a<td>b', ['a', 'b']],
    ['<td rowspan="2">a<td>b', ['a', 'b']],
    ['<td>a > b</td>', ['a > b']],
    ['<td><b>a</b><br>b</td>', ['a b']],
    ['<td> a \n  b </td>', ['a b']],
    ['<td>a<b', ['a']],
  ])('has of %j the cells %j', (html, cells) => {
    expect(rowsOf(`<table><tr>${html}`)).toEqual([[1, ...cells]])
  })

  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
    ['N&deg; 1&ordm;', 'N° 1º'],
    ['a&nbsp;b', 'a b'],
    ['&aacute;&eacute;&iacute;&oacute;&uacute;&uuml;&ntilde;', 'áéíóúüñ'],
    ['&Aacute;&Eacute;&Iacute;&Oacute;&Uacute;&Uuml;&Ntilde;', 'ÁÉÍÓÚÜÑ'],
    ['Mu&#241;oz', 'Muñoz'],
    ['Mu&#xF1;oz', 'Muñoz'],
    ['Mu&#Xf1;oz', 'Muñoz'],
    ['Paz &AMP; Sol', 'Paz & Sol'],
    ['Paz &nada; Sol', 'Paz &nada; Sol'],
    ['a&#31;b', 'a b'],
    ['a&#0;b', 'a b'],
    ['&#1114111;', '\u{10ffff}'],
    ['a&#1114112;b', 'a b'],
  ])('shows %j as %j', (html, text) => {
    expect(rowsOf(`<table><tr><td>${html}</td></tr></table>`)).toEqual([[1, text]])
  })
})
