import type { VNode } from 'preact'
import { AskCurators } from '#client/parts/ask-curators.tsx'
import { t } from '#client/texts.ts'
import { getSettings } from '#contract/settings.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'

/** A screen that exists only where members form teams. */
export function Forming({ children }: { children: VNode }) {
  const { answer, isLoading } = useCall(getSettings)
  if (isLoading) return <Loading lines={6} />
  return answer?.whoFormsTeams === 'curators' ? (
    <Empty icon="team" title={t('teams.byCurators')} action={<AskCurators />}>
      {t('teams.byCurators.text')}
    </Empty>
  ) : (
    children
  )
}
