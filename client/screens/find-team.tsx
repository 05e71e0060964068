import { useState } from 'preact/hooks'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { OFFLINE } from '#client/parts/online-only.ts'
import { paths, pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getJoining, type LookingTeam, listLookingTeams } from '#contract/joining.ts'
import type { JoinRequest } from '#contract/team.ts'
import { listRoleNames } from '#contract/user.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field, Select } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { localizedName } from '#ui/localized-name.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { AskDialog } from './teams/ask-dialog.tsx'
import { Forming } from './teams/forming.tsx'
import { OwnRequests, useOwnRequests } from './teams/own-requests.tsx'
import { TeamCard } from './teams/team-card.tsx'

const PAGE = 20

type Filter = { text: string; role: string }
type PageProps = { filter: Filter; page: number; requests: JoinRequest[]; onAsk(team: LookingTeam): void; onMore(): void }

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title={t('find.none')}>{t('find.none.text')}</Empty>
  ) : (
    <Empty
      icon="team"
      title={t('find.empty')}
      action={
        <>
          <ButtonLink to={paths.makeTeam}>{t('teams.make')}</ButtonLink>
          <ButtonLink look="plain" to={paths.joining}>
            {t('find.toJoining')}
          </ButtonLink>
        </>
      }
    >
      {t('find.empty.text')}
    </Empty>
  )

/** One page of the list; the last one offers the next. */
function TeamsPage({ filter: { text, role }, page, requests, onAsk, onMore, isLast }: PageProps & { isLast: boolean }) {
  const query = { ...(text && { text }), ...(role && { role }), page: String(page), pageSize: String(PAGE) }
  const found = useCall(listLookingTeams, { query }, { isPrivate: true })
  const answer = useLast(found.answer)
  if (!answer) return found.error ? <Failed error={found.error} onRetry={found.retry} /> : <Loading isCard lines={3} />
  if (answer.total === 0) return <Nothing isFiltered={text !== '' || role !== ''} />
  return (
    <>
      {page === 1 && <SavedNote savedAt={found.savedAt} />}
      {page === 1 && (
        <p class="soft" role="status">
          {t('find.count', { count: answer.total })}
        </p>
      )}
      <ul class="bare team-cards" aria-busy={found.isFetching && text !== ''}>
        {answer.teams.map((team) => (
          <TeamCard
            key={team.id}
            team={team}
            level={2}
            request={requests.find((one) => one.team.id === team.id && one.status === 'open')}
            onAsk={onAsk}
          />
        ))}
      </ul>
      {isLast && answer.total > page * PAGE && (
        <Button look="soft" onClick={onMore}>
          {t('find.more')}
        </Button>
      )}
    </>
  )
}

function Teams() {
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState('')
  const [pages, setPages] = useState(1)
  const [asked, setAsked] = useState<LookingTeam | null>(null)
  const text = useDebouncedText(typed)
  const roles = useCall(listRoleNames).answer ?? []
  const joining = useCall(getJoining, undefined, { isPrivate: true }).answer
  const requests = useOwnRequests()
  const filter = { text, role }
  return (
    <div class="stack">
      {!isOnline.value && (
        <p class="soft" id={OFFLINE}>
          {t('onlyOnline')}
        </p>
      )}
      <OwnRequests requests={requests} />
      {joining && joining.roles.length > 0 && <p class="soft">{t('find.lead')}</p>}
      {joining && joining.roles.length === 0 && (
        <div class="card stack">
          <p>{t('find.offer')}</p>
          <div>
            <ButtonLink look="soft" to={paths.joining}>
              {t('find.toJoining')}
            </ButtonLink>
          </div>
        </div>
      )}
      <div class="find-filters">
        <Field
          label={t('find.search')}
          type="search"
          autocomplete="off"
          enterkeyhint="search"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setPages(1)
          }}
        />
        <Select
          label={t('find.role')}
          value={role}
          onInput={({ currentTarget }) => {
            setRole(currentTarget.value)
            setPages(1)
          }}
        >
          <option value="">{t('find.anyRole')}</option>
          {roles.map((one) => (
            <option key={one.name} value={one.name}>
              {localizedName(one)}
            </option>
          ))}
        </Select>
      </div>
      {Array.from({ length: pages }, (_, index) => (
        <TeamsPage
          key={index}
          filter={filter}
          page={index + 1}
          isLast={index === pages - 1}
          requests={requests}
          onAsk={setAsked}
          onMore={() => setPages(pages + 1)}
        />
      ))}
      <AskDialog team={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

export const FindTeam = () => (
  <>
    <Title back={{ name: t('back'), go: () => goBack(pathTo('my')) }}>{t('teams.find')}</Title>
    {session.value.state === 'guest' ? (
      <Guest />
    ) : (
      <Forming>
        <Teams />
      </Forming>
    )}
  </>
)
