// Calls about people: who I am here, what I keep, and others as everybody may see them.

import type {
  BlocksView,
  EmailBody,
  GuestBody,
  HolidayView,
  Me,
  NoticesView,
  PasswordBody,
  Profile,
  RegisterBody,
  ReportBody,
  ReportsView,
  SignInBody,
  TokenBody,
  TokenMade,
  TokensView,
  VerdictBody,
} from "../generated/messages";
import { call, read } from "./games";
import { me } from "../lib/me.svelte";

/** What says who I am from now on: the app knows it at once. */
async function become(path: string, body?: GuestBody | RegisterBody | SignInBody): Promise<void> {
  me.is(await read<Me>("POST", `/api/me/${path}`, body));
}

async function put(path: string, body: unknown): Promise<void> {
  await call("PUT", `/api/me/${path}`, body);
  await me.load();
}

async function leave(path: string, body?: unknown): Promise<void> {
  await call("POST", `/api/me/${path}`, body);
  await me.load();
}

export const people = {
  guest: (body: GuestBody): Promise<void> => become("guest", body),
  register: (body: RegisterBody): Promise<void> => become("register", body),
  signIn: (body: SignInBody): Promise<void> => become("sign-in", body),
  signOut: (): Promise<void> => leave("sign-out"),
  signOutEverywhere: (): Promise<void> => leave("sign-out-everywhere"),
  erase: (password: string, words: boolean): Promise<void> => leave("erase", { password, words }),
  rename: (name: string): Promise<void> => put("name", { name }),
  password: (body: PasswordBody): Promise<void> => put("password", body),
  email: (body: EmailBody): Promise<void> => put("email", body),
  recover: async (who: string): Promise<void> => void (await call("POST", "/api/recovery", { who })),
  async newPassword(key: string, password: string): Promise<void> {
    await call("POST", "/api/recovery/password", { key, password });
    await me.load();
  },
  async confirm(key: string): Promise<void> {
    await call("POST", "/api/recovery/email", { key });
    await me.load();
  },
  holiday: (): Promise<HolidayView> => read("GET", "/api/me/holiday"),
  takeHoliday: (days: number): Promise<HolidayView> => read("PUT", "/api/me/holiday", { days }),
  notices: (): Promise<NoticesView> => read("GET", "/api/me/notices"),
  chooseNotices: (letters: boolean): Promise<NoticesView> => read("PUT", "/api/me/notices", { letters }),
  tokens: (): Promise<TokensView> => read("GET", "/api/me/tokens"),
  makeToken: (body: TokenBody): Promise<TokenMade> => read("POST", "/api/me/tokens", body),
  endToken: async (id: string): Promise<void> => void (await call("DELETE", `/api/me/tokens/${id}`)),
  blocks: (): Promise<BlocksView> => read("GET", "/api/me/blocks"),
  block: async (id: string, on: boolean): Promise<void> => void (await call(on ? "PUT" : "DELETE", `/api/me/blocks/${id}`)),
  profile: (id: string, before?: string): Promise<Profile> =>
    read("GET", `/api/people/${id}${before === undefined ? "" : `?before=${encodeURIComponent(before)}`}`),
  report: async (body: ReportBody): Promise<void> => void (await call("POST", "/api/reports", body)),
  reports: (closed: boolean): Promise<ReportsView> => read("GET", `/api/reports?closed=${closed}`),
  async judge(id: number, body: VerdictBody): Promise<void> {
    await call("POST", `/api/reports/${id}/verdict`, body);
    await me.load();
  },
};
