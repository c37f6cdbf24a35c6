import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { productVersion } from '@app/platform';
import { ADMIN_API_GUIDE } from './admin-api-guide.js';
import { addAdminRefusals } from './admin-refusals.js';
import { CLIENT_API_GUIDE } from './client-api-guide.js';
import { operationsOf } from './operations.js';
import { PAOJIAOYUN_GUIDE } from './paojiaoyun-guide.js';
import { addSecurity } from './security.js';
import { addSuccessExamples } from './success-examples.js';

/** Returns the OpenAPI document of the whole application. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Latchkey')
    .setVersion(productVersion())
    .setDescription([CLIENT_API_GUIDE, PAOJIAOYUN_GUIDE, ADMIN_API_GUIDE].join('\n'))
    .build();
  const document = SwaggerModule.createDocument(app, base, { operationIdFactory: operationId });
  addSuccessExamples(document);
  addSecurity(document);
  addAdminRefusals(document);
  return { ...document, tags: tagsOf(document).map((name) => ({ name })) };
}

/**
 * Returns the tags in display order: those of the client API, of the admin API, and all others; each group is in the
 * order of the code.
 */
function tagsOf(document: OpenAPIObject): string[] {
  const tags = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags ?? []));
  return [...tags].toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(tag: string): number {
  return ['Client:', 'Admin:', ''].findIndex((group) => tag.startsWith(group));
}

/** Returns the operation id, such as `variableList` for `VariableController.list`. */
function operationId(controller: string, method: string): string {
  const subject = controller.replace(/Controller$/, '');
  return (
    subject.charAt(0).toLowerCase() + subject.slice(1) + method.charAt(0).toUpperCase() + method.slice(1)
  );
}
