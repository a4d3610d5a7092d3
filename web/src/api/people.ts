// People of a server: signing in, one's own account, others, reports.

import type {
  BlocksView,
  EmailBody,
  GuestBody,
  HolidayView,
  MeView,
  NoticesView,
  PasswordBody,
  ProfileView,
  RegisterBody,
  ReportBody,
  ReportView,
  SignInBody,
  TokenBody,
  CreatedTokenView,
  TokensView,
  VerdictBody,
} from "../generated/api";
import { call, read } from "./http";

export const peopleApi = {
  me: (): Promise<MeView> => read("get", "/api/me"),
  guest: (body: GuestBody): Promise<MeView> => read("post", "/api/me/guest", { body }),
  register: (body: RegisterBody): Promise<MeView> => read("post", "/api/me/register", { body }),
  signIn: (body: SignInBody): Promise<MeView> => read("post", "/api/me/sign-in", { body }),
  signOut: async (): Promise<void> => void (await call("post", "/api/me/sign-out")),
  signOutEverywhere: async (): Promise<void> => void (await call("post", "/api/me/sign-out-everywhere")),
  /** Erases the account; with `words`, what it said at tables too. */
  erase: async (password: string, words: boolean): Promise<void> => void (await call("post", "/api/me/erase", { body: { password, words } })),
  rename: async (name: string): Promise<void> => void (await call("put", "/api/me/name", { body: { name } })),
  password: async (body: PasswordBody): Promise<void> => void (await call("put", "/api/me/password", { body })),
  email: (body: EmailBody): Promise<MeView> => read("put", "/api/me/email", { body }),
  /** Asks for an e-mail with a link to choose a new password. */
  recover: async (who: string): Promise<void> => void (await call("post", "/api/recovery", { body: { who } })),
  newPassword: async (key: string, password: string): Promise<void> =>
    void (await call("post", "/api/recovery/password", { body: { key, password } })),
  confirmEmail: async (key: string): Promise<void> => void (await call("post", "/api/recovery/email", { body: { key } })),
  holiday: (): Promise<HolidayView> => read("get", "/api/me/holiday"),
  takeHoliday: (days: number): Promise<HolidayView> => read("put", "/api/me/holiday", { body: { days } }),
  notices: (): Promise<NoticesView> => read("get", "/api/me/notices"),
  chooseNotices: (letters: boolean): Promise<NoticesView> => read("put", "/api/me/notices", { body: { letters } }),
  tokens: (): Promise<TokensView> => read("get", "/api/me/tokens"),
  makeToken: (body: TokenBody): Promise<CreatedTokenView> => read("post", "/api/me/tokens", { body }),
  endToken: async (token: string): Promise<void> => void (await call("delete", "/api/me/tokens/{token}", { path: { token } })),
  blocks: (): Promise<BlocksView> => read("get", "/api/me/blocks"),
  block: async (account: string, on: boolean): Promise<void> =>
    void (await call(on ? "put" : "delete", "/api/me/blocks/{account}", { path: { account } })),
  profile: (account: string, before = ""): Promise<ProfileView> => read("get", "/api/people/{account}", { path: { account }, query: { before } }),
  report: async (body: ReportBody): Promise<void> => void (await call("post", "/api/reports", { body })),
  reports: async (closed: boolean): Promise<ReportView[]> => (await read("get", "/api/reports", { query: { closed } })).reports,
  judge: async (report: number, body: VerdictBody): Promise<void> =>
    void (await call("post", "/api/reports/{report}/verdict", { path: { report }, body })),
};
