import type { ProjectSearch } from '#client/search.ts'
import { t } from '#client/texts.ts'
import type { Found } from './use-projects.ts'

type Part = { text: string; isCorrected: boolean }
const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** The words that were searched. */
function searchedWords(typed: string, corrected: Found['corrected']): Part[] {
  return typed.split(/\s+/).map((word) => {
    const correction = corrected.find(({ from }) => folded(word).includes(folded(from)))
    return { text: correction?.to ?? word, isCorrected: correction !== undefined }
  })
}

const Searched = ({ words }: { words: Part[] }) => (
  <>
    {t('projects.searchedFor')}
    {words.map(({ text, isCorrected }, at) => [' ', isCorrected ? <b key={at}>{text}</b> : text])}
  </>
)

type Props = { search: ProjectSearch; found: Found; count: string; onExact(): void }

/** Above the results of a search: how many there are, and how they differ from what was typed. */
export function SearchNote({ search, found, count, onExact }: Props) {
  // A corrected word that no result has is named as typed, as not found.
  const corrected = found.total === 0 ? [] : found.corrected.filter(({ from }) => !found.missing.includes(from))
  const isPartial = found.match === 'some' && found.total > 0
  const isOneWord = !/\s/.test(search.text)
  return (
    <p class="search-note soft">
      <span role="status">
        {count}
        {corrected.length > 0 && ['. ', <Searched key="searched" words={searchedWords(search.text, corrected)} />]}
        {isPartial && `. ${t(isOneWord ? 'projects.close' : 'projects.some')}`}
        {isPartial && found.missing.length > 0 && ` ${t('projects.missing', { words: found.missing.join(', ') })}`}
      </span>
      {corrected.length > 0 && [
        '. ',
        <button key="exact" type="button" class="link-button" onClick={onExact}>
          {t('projects.exactly', { text: search.text })}
        </button>,
      ]}
    </p>
  )
}
