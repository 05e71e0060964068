import { useAddress } from '#console/parts/address.ts'
import { t } from '#console/texts/index.ts'
import { type Exchanged, exchanged } from '#contract/console/exchange.ts'
import { getUser } from '#contract/profile.ts'
import { useCall } from '#ui/query.ts'
import { Title } from '#ui/title.tsx'
import { Bring } from './exchange/bring.tsx'
import { Take } from './exchange/take.tsx'
import './exchange.css'

export function Exchange() {
  const { values, set } = useAddress(['kind'])
  const { answer: user } = useCall(getUser, undefined, { isPrivate: true })
  const kinds = exchanged.filter((kind) => kind !== 'person' || user?.access === 'administrator') // people are for administrators
  const kind = kinds.find((one) => one === values.kind) ?? 'project'
  return (
    <>
      <Title>{t('exchange.title')}</Title>
      <p class="soft exchange-lead">{t('exchange.lead')}</p>
      <fieldset class="exchange-kinds">
        <legend>{t('exchange.kind')}</legend>
        {kinds.map((one) => (
          <label class="chip" key={one}>
            <input type="radio" name="kind" value={one} checked={one === kind} onChange={() => set({ kind: one })} />
            {nameOf(one)}
          </label>
        ))}
      </fieldset>
      <Bring key={kind} kind={kind} />
      <Take kind={kind} name={nameOf(kind)} />
    </>
  )
}

const nameOf = (kind: Exchanged): string => t(`exchange.kind.${kind}`)
