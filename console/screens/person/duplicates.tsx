import { useLocation } from 'wouter-preact'
import { PersonFinder } from '#console/parts/field/person-finder.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsolePerson } from '#contract/console/person.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Possible duplicates. The other account is merged into this one; the next page can swap them. */
export function PossibleDuplicates({ person }: { person: ConsolePerson }) {
  const [, go] = useLocation()
  const mergePath = (other: number) => pathTo('merge', { id: other, into: person.id })
  return (
    <section class="card stack" aria-labelledby="duplicates">
      <h2 id="duplicates">{t('people.duplicates')}</h2>
      {person.lookalikes.length === 0 ? (
        <p class="soft">{t('people.duplicates.none')}</p>
      ) : (
        <ul class="bare stack">
          {person.lookalikes.map(({ id, name, login, email, isDisabled }) => (
            <li class="duplicate" key={id}>
              <span>
                <bdi>{name}</bdi>
                <small class="soft">{[login, email, isDisabled ? t('people.state.disabled') : null].filter(Boolean).join(' · ')}</small>
              </span>
              {!isDisabled && (
                <ButtonLink look="soft" to={mergePath(id)}>
                  {t('people.compare.short')} <span class="visually-hidden">{t('people.compare', { name })}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
      <PersonFinder
        label={t('people.other')}
        nameOf={({ name }) => t('people.compare', { name })}
        hidden={[person.id]}
        onChoose={({ id }) => go(mergePath(id))}
      />
    </section>
  )
}
