import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** Roles from least to most privileged. Each role includes the rights of the roles before it. */
export const ROLES = ['viewer', 'operator', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Roles of API tokens. An issuer may create orders (`POST /orders`) and nothing else. Administrators cannot have this
 * role.
 */
export const TOKEN_ROLES = ['issuer', ...ROLES] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** An administrator of the server, who signs in to the panel. */
@Entity('admins')
@Index('ux_admins_email', ['email'], { unique: true })
export class Admin {
  @PrimaryGeneratedColumn()
  id!: number;

  /** In lower case. */
  @Text(254)
  email!: string;

  @Text(100)
  name!: string;

  /** argon2id hash of the password. */
  @Text(255)
  passwordHash!: string;

  @Text(16)
  role!: Role;

  /** A disabled administrator cannot sign in, and their tokens are refused. */
  @Flag()
  enabled!: boolean;

  /** Sealed secret key of the one-time passwords; `null` if there is none. */
  @Text(255, { nullable: true })
  totpSecretSealed!: string | null;

  /** Time since which sign-in requires a one-time password; `null` if sign-in requires none. */
  @EpochMs({ nullable: true })
  totpEnabledAt!: number | null;

  /**
   * Number of the 30-second time step of the last one-time password used. To prevent replay, passwords of this step and
   * of earlier steps are refused.
   */
  @Whole({ nullable: true })
  totpLastStep!: number | null;

  @EpochMs({ nullable: true })
  lastSignInAt!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

/** An application assigned to an administrator. Owners need no assignments: they have access to all applications. */
@Entity('admin_applications')
export class AdminApplication {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Admin, { name: 'fk_admin_applications_admin', onDelete: 'CASCADE' })
  adminId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_admin_applications_application', onDelete: 'CASCADE' })
  applicationId!: number;
}
