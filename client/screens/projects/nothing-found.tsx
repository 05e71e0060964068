import { filterCount, type ProjectSearch, withoutFilters } from '#client/search.ts'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/states.tsx'

type Props = { search: ProjectSearch; isLocal: boolean; onSearch(search: ProjectSearch): void }

/** No results: what was searched, and what can be changed. */
export function NothingFound({ search, isLocal, onSearch }: Props) {
  const { text, isExact } = search
  const isFiltered = filterCount(search) > 0
  const advice = text === '' ? 'projects.noneFiltered' : isFiltered ? 'projects.noneText' : 'projects.noneUnfiltered'
  return (
    <Empty
      title={t('projects.none')}
      action={
        <>
          {isExact && text !== '' && <Button onClick={() => onSearch({ ...search, isExact: false })}>{t('projects.similar')}</Button>}
          {isFiltered && <Button onClick={() => onSearch(withoutFilters(search))}>{t('projects.removeFilters')}</Button>}
          {text !== '' && (
            <Button look={isFiltered || isExact ? 'plain' : 'main'} onClick={() => onSearch({ ...search, text: '' })}>
              {t('projects.clear')}
            </Button>
          )}
        </>
      }
    >
      {text !== '' && <span class="nothing-searched">{t('projects.searchedText', { text })}</span>} {t(advice)}
      {isLocal && ` ${t('projects.noneOffline')}`}
    </Empty>
  )
}
