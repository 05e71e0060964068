import { StateChips } from '#console/parts/field/state-chips.tsx'
import { t } from '#console/texts.ts'
import { type MailState, mailKinds } from '#contract/console/mail.ts'
import { kindName, meaningOf, StateBadge, stateName, statesInOrder } from './labels.tsx'

type Key = 'state' | 'kind' | 'page'
type Props = {
  values: Record<Key, string>
  counts: Record<MailState, number> | undefined
  set(changes: Partial<Record<Key, string>>): void
}

export function Filters({ values, counts, set }: Props) {
  const chosen = statesInOrder.find((state) => state === values.state)
  return (
    <search>
      <div class="tools">
        <select aria-label={t('mail.kind')} value={values.kind} onChange={(event) => set({ kind: event.currentTarget.value })}>
          <option value="">{t('mail.kind.all')}</option>
          {mailKinds
            .map((kind) => ({ kind, name: kindName(kind) }))
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map(({ kind, name }) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
        </select>
      </div>
      <StateChips
        label={t('mail.states')}
        value={values.state}
        states={statesInOrder}
        nameOf={stateName}
        counts={counts}
        onChoose={(state) => set({ state })}
      />
      {chosen ? (
        <p class="soft mail-means">{meaningOf(chosen)}</p>
      ) : (
        <details class="mail-means">
          <summary>{t('mail.means')}</summary>
          <dl class="mail-meanings">
            {statesInOrder.map((state) => (
              <div key={state}>
                <dt>
                  <StateBadge state={state} />
                </dt>
                <dd>{meaningOf(state)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </search>
  )
}
