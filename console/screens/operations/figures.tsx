import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Pairs } from '#console/parts/pairs.tsx'
import { When } from '#console/parts/when.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { StateBadge, statesInOrder } from '#console/screens/mail/labels.tsx'
import { t } from '#console/texts.ts'
import type { MailState } from '#contract/console/mail.ts'
import type { Backup, Operations } from '#contract/console/operations.ts'
import { count, size } from '#ui/time/format.ts'
import { duration, Part } from './part.tsx'

const inTrouble: MailState[] = ['review', 'failed', 'unknown', 'dead']
const shown: MailState[] = [...inTrouble, 'queued', 'sending', 'deferred', 'held', 'sent']
const LATE_SECONDS = 300

/** A number that should be zero. */
const Alarm = ({ is, children }: { is: boolean; children: ComponentChildren }) => (
  <span class={is ? 'badge badge-declined' : undefined}>{children}</span>
)

export function MailQueue({ mail, problems }: Operations) {
  const states = mail === null ? [] : statesInOrder.filter((state) => shown.includes(state) && mail.states[state] > 0)
  const trouble = mail === null ? 0 : inTrouble.reduce((sum, state) => sum + mail.states[state], 0)
  return (
    <Part name="mail" problems={problems} isCard>
      {mail && (
        <>
          <p>
            <Alarm is={trouble > 0}>{trouble > 0 ? t('operations.mail.trouble', { count: trouble }) : t('operations.mail.fine')}</Alarm>
          </p>
          <Pairs
            rows={[
              [
                t('operations.mail.oldest'),
                mail.oldestSeconds === 0 ? (
                  t('operations.mail.noneDue')
                ) : (
                  <Alarm is={mail.oldestSeconds > LATE_SECONDS}>{duration(mail.oldestSeconds * 1000)}</Alarm>
                ),
              ],
            ]}
          />
          {states.length === 0 ? (
            <p class="soft">{t('operations.mail.none')}</p>
          ) : (
            <ul class="bare operations-states">
              {states.map((state) => (
                <li key={state}>
                  <Link href={pathTo('mail', {}, { state })}>
                    <StateBadge state={state} /> {count(mail.states[state])}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <Link href={paths.mail}>{t('operations.mail.all')}</Link>
        </>
      )}
    </Part>
  )
}

const Made = ({ backup, at, hint }: { backup: Backup; at: string; hint?: string }) => (
  <>
    <When at={at} />
    {backup.bytes !== null && <> · {size(backup.bytes)}</>}
    {hint && <small class="soft">{hint}</small>}
    {backup.location && (
      <small class="soft" dir="ltr">
        {backup.location}
      </small>
    )}
  </>
)

export const Backups = ({ backups, problems }: Operations) => (
  <Part name="backups" problems={problems} isCard>
    {backups &&
      (Object.values(backups).every((one) => one === null) ? (
        <p class="soft">{t('operations.backups.none')}</p>
      ) : (
        <Pairs
          rows={[
            [t('operations.backups.running'), backups.running && <When at={backups.running.startedAt} />],
            [
              t('operations.backups.last'),
              backups.last ? (
                <Made backup={backups.last} at={backups.last.finishedAt ?? backups.last.startedAt} />
              ) : (
                <Alarm is>{t('operations.backups.never')}</Alarm>
              ),
            ],
            [
              t('operations.backups.proven'),
              backups.proven ? (
                <Made backup={backups.proven} at={backups.proven.provenAt!} hint={t('operations.backups.proven.hint')} />
              ) : (
                <Alarm is>{t('operations.backups.never')}</Alarm>
              ),
            ],
            [
              t('operations.backups.failed'),
              backups.failed && (
                <>
                  <When at={backups.failed.finishedAt ?? backups.failed.startedAt} />
                  <small lang="en" dir="auto">
                    {backups.failed.problem ?? backups.failed.proofProblem}
                  </small>
                </>
              ),
            ],
          ]}
        />
      ))}
  </Part>
)

export const Storage = ({ storage, problems }: Operations) => (
  <Part name="storage" problems={problems} isCard>
    {storage && (
      <Pairs
        rows={[
          [t('operations.storage.kind'), t(`operations.storage.${storage.kind}`)],
          [t('operations.storage.files'), count(storage.files)],
          [t('operations.storage.bytes'), size(storage.bytes)],
          [t('operations.storage.free'), storage.freeBytes === null ? null : size(storage.freeBytes)],
          [t('operations.storage.orphans'), count(storage.orphans)],
          [t('operations.storage.damaged'), <Alarm is={storage.damaged > 0}>{count(storage.damaged)}</Alarm>],
        ]}
      />
    )}
  </Part>
)

const BUSY = 0.9

export const Database = ({ database, problems }: Operations) => (
  <Part name="database" problems={problems} isCard>
    {database && (
      <Pairs
        rows={[
          [
            t('operations.database.version'),
            <>
              <span dir="ltr">{database.version}</span>
              {database.isEmbedded && <small class="soft">{t('operations.database.embedded')}</small>}
            </>,
          ],
          [t('operations.database.size'), size(database.bytes)],
          [
            t('operations.database.connections'),
            <Alarm is={database.connections > BUSY * database.maxConnections}>
              {t('operations.database.of', { count: count(database.connections), most: count(database.maxConnections) })}
            </Alarm>,
          ],
        ]}
      />
    )}
  </Part>
)
