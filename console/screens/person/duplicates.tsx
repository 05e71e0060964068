import { useLocation } from 'wouter-preact'
import { PersonFinder } from '#console/parts/person-finder.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ConsolePerson } from '#contract/console/person.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Who may be the same person; the other one goes, unless it is turned round on the next page. */
export function PossibleDuplicates({ person }: { person: ConsolePerson }) {
  const [, go] = useLocation()
  const wayTo = (other: number) => pathTo('merge', { id: other, into: person.id })
  return (
    <section class="card stack" aria-labelledby="lookalikes">
      <h2 id="lookalikes">{t('people.lookalikes')}</h2>
      {person.lookalikes.length === 0 ? (
        <p class="soft">{t('people.lookalikes.none')}</p>
      ) : (
        <ul class="bare stack">
          {person.lookalikes.map(({ id, name, login, email, isDisabled }) => (
            <li class="lookalike" key={id}>
              <span>
                <bdi>{name}</bdi>
                <small class="soft">{[login, email, isDisabled ? t('people.state.disabled') : null].filter(Boolean).join(' · ')}</small>
              </span>
              {!isDisabled && (
                <ButtonLink look="soft" to={wayTo(id)}>
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
        onChoose={({ id }) => go(wayTo(id))}
      />
    </section>
  )
}
