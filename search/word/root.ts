// A rough root of a stem: words of the same family that the stemmers keep apart (сортировка, сортировщик; bakery, baker).

const SHORTEST_ROOT = 5

const suffixes = (list: string): string[] =>
  list
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)

const russian =
  suffixes(`ировк ирова ирован ировщик изаци изиров изатор ационн аци атор ени ани тель тельн ительн льщик щик чик ник ниц овк овщик
ова ева ыва ива нност ност ост ист изм ск еск ическ н нн ен енн ов ев к ик ок ств тв л ал ил т ат ит щиц очк ер ар ни ня ич иче ничеств`)
const english =
  suffixes(`ation ator ative ate ition itor ing ings er ers or eri ist ism ment ness abl ibl al ical ic iti ity ful less ship ou ous ive en ant ent
anc enc y i e s ion izer ize ise iz is ari`)

export function rootOf(stem: string): string {
  const list = stem.charCodeAt(0) >= 0x400 ? russian : english
  let root = stem
  for (let round = 0; round < 2; round++) {
    const suffix = list.find((each) => root.length - each.length >= SHORTEST_ROOT && root.endsWith(each))
    if (suffix === undefined) break
    root = root.slice(0, -suffix.length)
  }
  return root
}
