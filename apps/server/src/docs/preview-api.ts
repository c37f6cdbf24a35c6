import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { loadConfig } from '@app/platform';
import { AppModule } from '../app.module.js';
import { describeApi } from './describe-api.js';

/**
 * Returns the OpenAPI document without a running server. Nest only inspects the classes; it opens no database and no
 * port.
 * @throws Error even if the generator only warns, for example about two classes with the same name
 */
export async function previewApi(): Promise<OpenAPIObject> {
  const module = AppModule.forRoot(loadConfig({}));
  const app = await NestFactory.create(module, { preview: true, abortOnError: false, logger: false });
  Logger.overrideLogger({ log: ignore, warn: refuse, error: refuse });
  return describeApi(app);
}

function ignore(): void {}

function refuse(message: unknown): never {
  throw new Error(String(message));
}
