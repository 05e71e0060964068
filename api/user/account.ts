import type { Account } from '#contract/profile.ts'
import type { AnySql } from '#database/sql.ts'
import { avatarView } from '#rules/person/avatar-address.ts'
import { fullName } from '#rules/person/person.ts'
import { writePhone } from '#rules/person/phone.ts'
import { findAccount, type StoredAccount } from '#store/person/account.ts'

// Missing values are "": field clients decode these as strings.
export function ownPart(account: StoredAccount, apiUrl: string) {
  const { id, name, surname, patronymic, email, phone, githubLogin, avatar } = account
  return {
    id,
    email: email ?? '',
    phone: phone ?? '',
    phoneText: writePhone(phone ?? ''),
    githubLogin: githubLogin ?? '',
    avatar: avatarView(avatar, apiUrl),
    fullName: { name, surname, patronymic },
  }
}

export function accountView(account: StoredAccount, apiUrl: string): Account {
  const { pendingEmail, access } = account
  return { ...ownPart(account, apiUrl), name: fullName(account), pendingEmail, access }
}

export const accountNow = async (sql: AnySql, id: number, apiUrl: string): Promise<Account> =>
  accountView(await findAccount(sql, id), apiUrl)
