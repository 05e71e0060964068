import type { TransactionSql } from '#database/sql.ts'
import { type Ids, idOf, instant, type World } from './world.ts'

const demoAnnouncement = {
  subject: 'Open day on Friday: show your project / День открытых дверей в пятницу',
  body: `On Friday we open the doors of the lab for guests. Every team with a running project gets a table and a screen.

- 14:00 set up, 15:00 doors open, 18:00 end
- bring something people can **touch or try**
- put a line about your project into the [guest guide](https://guide.example.org/open-day) by Wednesday

---

В пятницу ждём гостей. У каждой команды с проектом будет стол и экран.

- 14:00 подготовка, 15:00 начало, 18:00 конец
- принесите то, что можно **потрогать или попробовать**
- до среды добавьте строку о проекте в [программу для гостей](https://guide.example.org/open-day)`,
}

/** One announcement that was sent a while ago; the demo data has no emails, only the figures. */
export async function insertAnnouncements(sql: TransactionSql, world: World, { people }: { people: Ids }): Promise<void> {
  const at = instant(world, -6, 30)
  await sql`
    insert into announcement (subject, body, audience, author_id, state, created_at, send_at, last_person, recipients, figures)
    select ${demoAnnouncement.subject}, ${demoAnnouncement.body}, ${sql.json({ kind: 'all-teams' })}, ${idOf(people, 'curator')}, 'ready', ${at},
      ${new Date(at.getTime() + 600_000)}, coalesce(max(id), 0), count(*), jsonb_build_object('people', count(*), 'sent', count(*) - 2, 'waiting', 0, 'failed', 0,
        'bounced', 1, 'optedOut', 1, 'recalled', 0, 'cancelled', 0)
    from person where email is not null and disabled_at is null and id in (select person_id from member)`
}
