import { t } from '#console/texts.ts'
import type { previewMerge } from '#contract/console/person.ts'
import type { AnswerOf } from '#contract/endpoint.ts'

type Preview = AnswerOf<typeof previewMerge>

const membershipOf = ({ name, isShared, becomesAdministrator }: Preview['teams'][number]): string => {
  const key = `people.merge.${isShared ? 'shared' : 'team'}${becomesAdministrator ? '.administrator' : ''}` as 'people.merge.team'
  return t(key, { team: name })
}

const List = ({ id, title, items, none }: { id: string; title: string; items: string[]; none: string }) => (
  <section class="card stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {items.length === 0 ? (
      <p class="soft">{none}</p>
    ) : (
      <ul class="points">
        {items.map((item) => (
          <li key={item} dir="auto">
            {item}
          </li>
        ))}
      </ul>
    )}
  </section>
)

export function Moves({ preview: { teams, identities, filesMoved, takes } }: { preview: Preview }) {
  const items = [
    ...teams.map(membershipOf),
    ...(identities > 0 ? [t('people.merge.identities', { count: identities })] : []),
    ...(filesMoved > 0 ? [t('people.merge.files', { count: filesMoved })] : []),
    ...takes.map((key) => t(`people.key.${key}`)),
  ]
  return <List id="moves" title={t('people.merge.moves')} items={items} none={t('people.merge.nothing')} />
}

export function Losses({ preview: { loses, sessionsEnded } }: { preview: Preview }) {
  const lossOf = ({ what, value }: Preview['loses'][number]): string => {
    if (value === null) return t(`people.key.${what}`)
    return `${t(`people.key.${what}`)}: ${what === 'access' ? t(`access.${value}` as 'access.member') : value}`
  }
  const items = [...loses.map(lossOf), ...(sessionsEnded > 0 ? [t('people.merge.sessions', { count: sessionsEnded })] : [])]
  return <List id="losses" title={t('people.merge.loses')} items={items} none={t('people.merge.loses.none')} />
}
