import { t } from '#console/texts.ts'
import { MOST_FREE_TEAMS, MOST_TEAM_SIZE, type TeamMakers, teamMakers } from '#contract/settings.ts'
import { Field, Select } from '#ui/form/field.tsx'
import { fixedBy } from './fixed.ts'
import type { SectionProps } from './form.ts'

const isCount = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) > 0

/** What the chosen rules mean for people, before they are saved. */
function Meaning({ editing: { form } }: Pick<SectionProps, 'editing'>) {
  const { whoFormsTeams, leastTeamSize, mostTeamSize, freeTeamsPerPerson } = form
  if (![leastTeamSize, mostTeamSize, freeTeamsPerPerson].every(isCount) || Number(leastTeamSize) > Number(mostTeamSize)) return null
  return (
    <div class="settings-meaning" role="status">
      <p>{t(`formation.means.${whoFormsTeams}`)}</p>
      <ul>
        <li>{leastTeamSize === '1' ? t('formation.means.anySize') : t('formation.means.least', { count: Number(leastTeamSize) })}</li>
        {whoFormsTeams === 'members' && (
          <>
            <li>{t('formation.means.most', { count: Number(mostTeamSize) })}</li>
            <li>{t('formation.means.free', { count: Number(freeTeamsPerPerson) })}</li>
          </>
        )}
      </ul>
      <p class="soft">{t('formation.means.stay')}</p>
    </div>
  )
}

/** Who forms teams, and how large they are. */
export function TeamRules({ editing, settings }: SectionProps) {
  const { form, set, faults } = editing
  const number = (key: 'leastTeamSize' | 'mostTeamSize' | 'freeTeamsPerPerson', most: number) => (
    <Field
      type="number"
      inputmode="numeric"
      min={1}
      max={most}
      required
      label={t(`settings.${key}`)}
      value={form[key]}
      fault={faults[key]}
      {...fixedBy(settings, key, t(`formation.${key}Hint`, { most }))}
      onInput={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )
  return (
    <section class="card stack">
      <h2>{t('formation.settings')}</h2>
      <div class="settings-pair">
        <Select
          label={t('settings.whoFormsTeams')}
          value={form.whoFormsTeams}
          fault={faults.whoFormsTeams}
          {...fixedBy(settings, 'whoFormsTeams', t('formation.whoFormsTeamsHint'))}
          onChange={({ currentTarget }) => set({ whoFormsTeams: currentTarget.value as TeamMakers })}
        >
          {teamMakers.map((makers) => (
            <option key={makers} value={makers}>
              {t(`formation.makers.${makers}`)}
            </option>
          ))}
        </Select>
        {number('freeTeamsPerPerson', MOST_FREE_TEAMS)}
        {number('leastTeamSize', MOST_TEAM_SIZE)}
        {number('mostTeamSize', MOST_TEAM_SIZE)}
      </div>
      <Meaning editing={editing} />
    </section>
  )
}
